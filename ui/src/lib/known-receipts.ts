import { local, parseJson } from "./storage";

const KEY = "invigil_receipts";
/** Kept for the way back from a mailed link, not for good: the computer may be shared. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MAX_RECEIPTS = 5;

interface Known {
  link: string;
  /** Blank where the link's test has none. */
  receipt: string;
  /** Answers that had not arrived, and were deleted in this browser. */
  deleted?: number;
  /** Milliseconds since 1970. */
  at: number;
}

function isKnown(value: unknown): value is Known {
  if (typeof value !== "object" || value === null) return false;
  const { link, receipt, at, deleted = 0 } = value as Record<string, unknown>;
  const isNumbered = typeof at === "number" && typeof deleted === "number";
  return isNumbered && typeof link === "string" && typeof receipt === "string";
}

const areKnown = (value: unknown): value is Known[] => Array.isArray(value) && value.every(isKnown);

const read = (now: number): Known[] =>
  (parseJson(local.get(KEY), areKnown) ?? []).filter(({ at }) => now - at < KEPT_MS);

const find = (link: string, now: number) => read(now).find((entry) => entry.link === link);

function keep(known: Known, now: number): void {
  const others = read(now).filter(({ link }) => link !== known.link);
  local.set(KEY, JSON.stringify([known, ...others].slice(0, MAX_RECEIPTS)));
}

/** Keeps the way from a test's link to its receipt. */
export const rememberReceipt = (link: string, receipt: string, now = Date.now()): void =>
  keep({ link, receipt, at: now }, now);

/** Notes that answers to the test of this link were deleted before they arrived: its receipt must not say that all did. */
export function noteDeleted(link: string, count: number, now = Date.now()): void {
  const { receipt = "", deleted = 0 } = find(link, now) ?? {};
  keep({ link, receipt, deleted: deleted + count, at: now }, now);
}

/** The number of answers to the test of this link that were deleted before they arrived. */
export const deletedCount = (link: string, now = Date.now()): number => find(link, now)?.deleted ?? 0;

/** The token of the receipt, in the browser in which the test of this link ended; undefined in another one. */
export const knownReceipt = (link: string, now = Date.now()): string | undefined =>
  find(link, now)?.receipt || undefined;
