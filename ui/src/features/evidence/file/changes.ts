// What a save did to the text of its answer (docs/evidence.md#edits).
import { ByteReader } from "@/lib/byte-reader";
import { type Bytes, fromHex } from "./bytes";

/** Half of a character beyond the BMP. */
const HALF = /\p{Surrogate}/u;

function changed(text: string, position: number, deleted: number, inserted: string): string {
  if (position + deleted > text.length) throw new RangeError("a change is outside of the text");
  const before = text.slice(0, position);
  const after = text.slice(position + deleted);
  if (HALF.test(before) || HALF.test(after)) throw new RangeError("a change splits a character");
  return before + inserted + after;
}

function afterDifference(text: string, bytes: Bytes): string {
  const reader = new ByteReader(bytes);
  const position = reader.number();
  const deleted = reader.number();
  return changed(text, position, deleted, reader.text());
}

const EDITS_VERSION = 1;
const LAST_SOURCE = 5;

function afterEdits(before: string, bytes: Bytes): string {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== EDITS_VERSION) throw new RangeError("unknown version of edits");
  reader.number();
  reader.number();
  let text = before;
  while (reader.more) {
    reader.number();
    if (reader.byte() > LAST_SOURCE) throw new RangeError("unknown source");
    const position = reader.number();
    const deleted = reader.number();
    text = changed(text, position, deleted, reader.text(reader.number()));
  }
  return text;
}

export interface Change {
  edits?: string | undefined;
  difference?: string | undefined;
  text?: string | undefined;
}

/** The bytes of the edits, and the text after them; undefined if they do not fit. */
export function applied(before: string, { edits, difference, text }: Change) {
  try {
    const [packed, bytes] = [edits ?? "", difference ?? ""].map(fromHex);
    if (!packed || !bytes) return undefined;
    if (edits !== undefined) return { packed, text: afterEdits(before, packed) };
    const after = text ?? afterDifference(before, bytes);
    return HALF.test(after) ? undefined : { packed, text: after };
  } catch {
    return undefined;
  }
}
