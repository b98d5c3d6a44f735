import { deleteDB, openDB } from "idb";
import { orUndefined } from "@/lib/timeout";
import { t } from "../start-texts";

/** Sequential requests to the server. */
const TRIPS = 5;
/** Timeout of one request in ms, after which it counts as lost. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Round trip in ms above which a connection is slow. */
const SLOW_MS = 800;

/** Round-trip times in ms; failed requests are omitted. */
export async function roundTrips(): Promise<number[]> {
  const times: number[] = [];
  for (let trip = 0; trip < TRIPS; trip++) {
    const sent = performance.now();
    try {
      const response = await fetch("/healthz", {
        cache: "no-store",
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      if (response.ok) times.push(performance.now() - sent);
    } catch {
      // Lost: the caller sees a shorter list.
    }
  }
  return times;
}

/** Human-readable verdict on the connection. */
export function connectionWords(times: number[]): { state: "good" | "bad"; text: string } {
  if (times.length === 0) return { state: "bad", text: t("noReply") };
  const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const took = { ms: Math.max(1, Math.round(median)) };
  if (times.length < TRIPS) {
    return { state: "bad", text: t("someLost", took) };
  }
  if (median > SLOW_MS) {
    return { state: "bad", text: t("slowButWorks", took) };
  }
  return { state: "good", text: t("serverAnswersIn", took) };
}

const NAME = "invigil-check";

/** Writes to IndexedDB and reads it back; a timeout counts as a refusal. */
export const storageWorks = async (): Promise<boolean> =>
  (await orUndefined(writeAndRead(), REQUEST_TIMEOUT_MS)) ?? false;

async function writeAndRead(): Promise<boolean> {
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
