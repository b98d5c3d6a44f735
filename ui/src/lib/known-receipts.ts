import { local, parseJson } from "./storage";

const KEY = "invigil_receipts";
/** Kept for the way back from a mailed link, not for good: the computer may be shared. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MAX_RECEIPTS = 5;

interface Known {
  link: string;
  receipt: string;
  /** Milliseconds since 1970. */
  at: number;
}

function isKnown(value: unknown): value is Known {
  if (typeof value !== "object" || value === null) return false;
  const { link, receipt, at } = value as Record<string, unknown>;
  return typeof link === "string" && typeof receipt === "string" && typeof at === "number";
}

const areKnown = (value: unknown): value is Known[] => Array.isArray(value) && value.every(isKnown);

const read = (now: number): Known[] =>
  (parseJson(local.get(KEY), areKnown) ?? []).filter(({ at }) => now - at < KEPT_MS);

/** Keeps the way from a test's link to its receipt. */
export function rememberReceipt(link: string, receipt: string, now = Date.now()): void {
  const others = read(now).filter((entry) => entry.link !== link);
  local.set(KEY, JSON.stringify([{ link, receipt, at: now }, ...others].slice(0, MAX_RECEIPTS)));
}

/** The token of the receipt, in the browser in which the test of this link ended; undefined in another one. */
export const knownReceipt = (link: string, now = Date.now()): string | undefined =>
  read(now).find((entry) => entry.link === link)?.receipt;
