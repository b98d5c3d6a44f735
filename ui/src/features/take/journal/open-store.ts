import { withTimeout } from "@/lib/patience";
import { IdbStore } from "./idb-store";
import { MemoryStore } from "./memory-store";
import { stepWithoutStore } from "./numbers";
import type { JournalStore } from "./types";

/** The first read may take this many milliseconds. */
const FIRST_READ = 3_000;

/** The journal's place for this token: IndexedDB, or memory where the browser refuses it or does not answer. */
export async function openStore(token: string): Promise<JournalStore> {
  let store: IdbStore | undefined;
  try {
    store = await IdbStore.open(token);
    // Some private windows open a database and refuse the first read.
    await withTimeout(store.loadAttempt(), FIRST_READ);
    return store;
  } catch {
    store?.close();
    return new MemoryStore(token, undefined, [], stepWithoutStore);
  }
}
