import { utf8Bytes } from "@/lib/answer-text";
import type { Entry } from "./types";

/** The server accepts 256 KiB a save; the rest is headroom for the view times and the enclosing JSON. */
export const SAVE_LIMIT = 240 * 1024;
/** Browsers allow 64 KiB in total for all keepalive requests; a text that had to be encoded takes a third more. */
const UNLOAD_LIMIT = 44 * 1024;

const entryBytes = (entry: Entry) => utf8Bytes(JSON.stringify(entry)) + 1;

/** Splits entries, in order, into lists whose JSON stays under `limit` bytes. */
export function splitBatches(entries: Entry[], limit = SAVE_LIMIT): Entry[][] {
  const batches: Entry[][] = [];
  let batch: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    const bytes = entryBytes(entry);
    if (batch.length > 0 && size + bytes > limit) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** The newest entries that fit into a keepalive request sent while the page unloads; their texts before their edits. */
export function newestThatFit(entries: Entry[], limit = UNLOAD_LIMIT): Entry[] {
  const chosen: Entry[] = [];
  let size = 0;
  for (const whole of [...entries].sort((a, b) => b.seq - a.seq)) {
    const entry = size + entryBytes(whole) > limit ? { ...whole, edits: undefined } : whole;
    const bytes = entryBytes(entry);
    if (size + bytes > limit) continue;
    chosen.push(entry);
    size += bytes;
  }
  return chosen;
}

export const entriesBytes = (entries: Entry[]) => entries.reduce((sum, e) => sum + entryBytes(e), 0);
