import { ByteReader } from "@/lib/byte-reader";

/** How an edit came about, as on the wire. */
export const SOURCE = { typed: 0, pasted: 1, dropped: 2, undone: 3, program: 4, chosen: 5 } as const;
export type Source = (typeof SOURCE)[keyof typeof SOURCE];

/** Replaces `deleted` UTF-16 units at `position` by `inserted`. Never splits a surrogate pair. */
export interface Change {
  position: number;
  deleted: number;
  inserted: string;
}

export interface Step extends Change {
  /** Ticks since the start of the attempt. */
  tick: number;
  source: Source;
}

/** Edits of one answer since the entry with the number `base`; 0: since the empty text. */
export interface Edits {
  base: number;
  steps: Step[];
}

/** Length of a tick in ms: too coarse to recognise a person by their typing. */
export const TICK_MS = 50;
/** The server accepts this many characters of base64. */
export const EDITS_LIMIT = 64 * 1024;

const VERSION = 1;
/** Arguments of one call of `String.fromCharCode`. */
const CHUNK = 8_192;

const toUtf8 = new TextEncoder();

/** Unsigned LEB128, without bit operations: numbers of entries exceed 32 bits. */
function putNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function toBase64(bytes: number[]): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.slice(at, at + CHUNK));
  return btoa(binary);
}

/** The edits as they are sent, in base64; undefined if there are none, or more than the server accepts. */
export function encode({ base, steps }: Edits): string | undefined {
  const [first] = steps;
  if (!first) return undefined;
  const bytes: number[] = [VERSION];
  putNumber(bytes, base);
  putNumber(bytes, first.tick);
  let last = first.tick;
  for (const { tick, source, position, deleted, inserted } of steps) {
    putNumber(bytes, tick - last);
    bytes.push(source);
    putNumber(bytes, position);
    putNumber(bytes, deleted);
    const text = toUtf8.encode(inserted);
    putNumber(bytes, text.length);
    for (const byte of text) bytes.push(byte);
    last = tick;
    if (bytes.length * 4 > EDITS_LIMIT * 3) return undefined;
  }
  return toBase64(bytes);
}

const isSource = (byte: number): byte is Source => byte <= SOURCE.chosen;

function read(reader: ByteReader): Edits | undefined {
  if (reader.byte() !== VERSION) return undefined;
  const base = reader.number();
  let tick = reader.number();
  const steps: Step[] = [];
  while (reader.more) {
    tick += reader.number();
    const source = reader.byte();
    if (!isSource(source)) return undefined;
    const position = reader.number();
    const deleted = reader.number();
    steps.push({ tick, source, position, deleted, inserted: reader.text(reader.number()) });
  }
  return { base, steps };
}

/** Reads what `encode` wrote; undefined for anything else. */
export function decode(edits: string): Edits | undefined {
  try {
    return read(new ByteReader(Uint8Array.from(atob(edits), (char) => char.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
