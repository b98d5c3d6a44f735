import { local, parseJson } from "@/lib/storage";
import { slot } from "./forget";
import type { NewSignal } from "./types";

/** Storage of signals until the server has them. */
export interface SignalQueue {
  read(): NewSignal[];
  write(signals: NewSignal[]): void;
}

const isSignals = (value: unknown): value is NewSignal[] =>
  Array.isArray(value) &&
  value.every(
    (v) => typeof v === "object" && v !== null && typeof v.kind === "string" && typeof v.at === "string",
  );

export function memorySignalQueue(): SignalQueue {
  let kept: NewSignal[] = [];
  return {
    read: () => kept,
    write: (signals) => {
      kept = signals;
    },
  };
}

/**
 * One list for all tabs of the attempt, which survives an offline reload. Two tabs may
 * both send an entry, which the server deduplicates. Without storage it lives as long as the page.
 */
export function storedSignalQueue(token: string): SignalQueue {
  const memory = memorySignalQueue();
  let refused = false;
  return {
    read: () => (refused ? memory.read() : (parseJson(local.get(slot(token)), isSignals) ?? [])),
    write(signals) {
      if (!refused && signals.length === 0) local.remove(slot(token));
      else if (!refused) refused = !local.set(slot(token), JSON.stringify(signals));
      if (refused) memory.write(signals);
    },
  };
}
