// The file of evidence: a zip of stored entries, written in one way only (docs/evidence.md#the-file).
import { type Bytes, isSame, joined, textOf, utf8 } from "./bytes";

export const MAX_BYTES = 512 * 1024 * 1024;
const MAX_ENTRIES = 300;
const MAX_NAME = 100;
const LOCAL_SIZE = 30;
const SIGNATURES = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
/** The version that readers need, 2.0. */
const VERSION = 20;
/** 1980-01-01, the first day that the format knows. */
const DATE = 0x21;

export interface Entry {
  name: string;
  content: Bytes;
}

interface Placed extends Entry {
  offset: number;
  crc: number;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Bytes): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Little-endian numbers of two and four bytes. */
function numbers(...fields: [size: 2 | 4, value: number][]): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** Fields common to both headers of an entry. */
const common = ({ name, content, crc }: Placed): Bytes =>
  numbers(
    [2, VERSION],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, content.length],
    [4, content.length],
    [2, name.length],
    [2, 0],
  );

const local = (entry: Placed): Bytes =>
  joined(numbers([4, SIGNATURES.local]), common(entry), utf8(entry.name));

const central = (entry: Placed): Bytes =>
  joined(
    numbers([4, SIGNATURES.central], [2, VERSION]),
    common(entry),
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]),
    utf8(entry.name),
  );

function directory(entries: Placed[], start: number): Bytes {
  const headers = joined(...entries.map(central));
  const count = entries.length;
  const end = numbers(
    [4, SIGNATURES.end],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, headers.length],
    [4, start],
    [2, 0],
  );
  return joined(headers, end);
}

/** The entry that begins at the offset, if its header is the one that would be written for it. */
function entryAt(bytes: Bytes, offset: number): Placed | undefined {
  if (offset + LOCAL_SIZE > bytes.length) return undefined;
  const header = new DataView(bytes.buffer, bytes.byteOffset + offset, LOCAL_SIZE);
  const from = offset + LOCAL_SIZE + header.getUint16(26, true);
  const to = from + header.getUint32(18, true);
  if (from - offset > LOCAL_SIZE + MAX_NAME || to > bytes.length) return undefined;
  const nameBytes = bytes.subarray(offset + LOCAL_SIZE, from);
  if (!nameBytes.every((byte) => byte > 0x20 && byte < 0x7f)) return undefined;
  const content = bytes.subarray(from, to);
  const entry = { name: textOf(nameBytes), content, offset, crc: crc32(content) };
  return isSame(local(entry), bytes.subarray(offset, from)) ? entry : undefined;
}

const isLocal = (bytes: Bytes, offset: number): boolean =>
  offset + 4 <= bytes.length &&
  new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0, true) === SIGNATURES.local;

/** The entries; undefined unless exactly these bytes are written for them, or if a name occurs twice. */
export function readArchive(bytes: Bytes): Entry[] | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const entries: Placed[] = [];
  const names = new Set<string>();
  let at = 0;
  while (isLocal(bytes, at)) {
    const entry = entryAt(bytes, at);
    if (!entry || entries.length >= MAX_ENTRIES || names.has(entry.name)) return undefined;
    names.add(entry.name);
    entries.push(entry);
    at += LOCAL_SIZE + entry.name.length + entry.content.length;
  }
  return isSame(directory(entries, at), bytes.subarray(at)) ? entries : undefined;
}

/** Writes an archive as the server does. */
export function writeArchive(files: Entry[]): Bytes {
  const parts: Bytes[] = [];
  const entries: Placed[] = [];
  let offset = 0;
  for (const file of files) {
    const entry = { ...file, offset, crc: crc32(file.content) };
    const header = local(entry);
    entries.push(entry);
    parts.push(header, file.content);
    offset += header.length + file.content.length;
  }
  return joined(...parts, directory(entries, offset));
}
