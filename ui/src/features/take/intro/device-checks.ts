import { orUndefined } from "@/lib/patience";

/** Requests to the server, one after the other. */
const TRIPS = 5;
/** Milliseconds after which one counts as lost. */
const PATIENCE = 5_000;
/** Above this many milliseconds a connection is slow. */
const SLOW = 800;

/** Milliseconds of each round trip to the server; those that failed are left out. */
export async function roundTrips(): Promise<number[]> {
  const times: number[] = [];
  for (let trip = 0; trip < TRIPS; trip++) {
    const sent = performance.now();
    try {
      const response = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (response.ok) times.push(performance.now() - sent);
    } catch {
      // Lost: the count tells.
    }
  }
  return times;
}

/** A sentence about the connection, for people. */
export function connectionWords(times: number[]): { state: "good" | "bad"; text: string } {
  if (times.length === 0) return { state: "bad", text: "The server does not answer. Check your network." };
  const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const took = `The server answers in ${Math.max(1, Math.round(median))} ms.`;
  if (times.length < TRIPS) {
    return { state: "bad", text: `${took} Some requests were lost: your network is not stable.` };
  }
  if (median > SLOW) {
    return {
      state: "bad",
      text: `${took} That is slow, but the test works: answers are saved as you go on.`,
    };
  }
  return { state: "good", text: took };
}

const NAME = "invigil-check";

/** Writes to this browser's database and reads it back; one that takes too long works as little as one that refuses. */
export const storageWorks = async (): Promise<boolean> =>
  (await orUndefined(writeAndRead(), PATIENCE)) ?? false;

async function writeAndRead(): Promise<boolean> {
  const { deleteDB, openDB } = await import("idb");
  try {
    const database = await openDB(NAME, 1, { upgrade: (db) => void db.createObjectStore("check") });
    await database.put("check", "written", "key");
    const read: unknown = await database.get("check", "key");
    database.close();
    await deleteDB(NAME);
    return read === "written";
  } catch {
    return false;
  }
}
