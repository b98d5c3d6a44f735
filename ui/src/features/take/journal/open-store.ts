import { IdbStore } from "./idb-store";
import { MemoryStore } from "./memory-store";
import type { JournalStore } from "./types";

/** The journal's place for this token: IndexedDB, or memory where the browser refuses it. */
export async function openStore(token: string): Promise<JournalStore> {
  try {
    const store = await IdbStore.open(token);
    // Some private windows open a database and refuse the first read.
    await store.loadAttempt();
    return store;
  } catch {
    return new MemoryStore(token);
  }
}
