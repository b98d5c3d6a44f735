import { withTimeout } from "@/lib/timeout";
import { IdbStore } from "./idb-store";
import { MemoryStore } from "./memory-store";
import { stepWithoutStore } from "./numbers";
import type { JournalStore } from "./types";

/** Timeout of the first read in ms. */
const FIRST_READ_TIMEOUT_MS = 3_000;

/** Opens the journal's store for this token: IndexedDB, or memory if the browser refuses it or does not reply. */
export async function openStore(token: string): Promise<JournalStore> {
  let store: IdbStore | undefined;
  try {
    store = await IdbStore.open(token);
    // Some private windows open a database and refuse the first read.
    await withTimeout(store.loadAttempt(), FIRST_READ_TIMEOUT_MS);
    return store;
  } catch {
    store?.close();
    return new MemoryStore(token, undefined, [], stepWithoutStore);
  }
}
