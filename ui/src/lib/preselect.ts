import { local, parseJson } from "./storage";

/** Storage key of the candidate to monitor after a click on a notification. */
const KEY = "preselectedApplicant";
/** TTL in ms (docs/behaviour/monitoring.md#live-monitoring). */
export const FRESH = 300_000;

export interface Preselected {
  invite_id: string;
  applicant_email: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

function isPreselected(value: unknown): value is Preselected {
  if (typeof value !== "object" || value === null) return false;
  const p = value as Record<string, unknown>;
  return (
    typeof p.invite_id === "string" &&
    typeof p.applicant_email === "string" &&
    typeof p.timestamp === "number"
  );
}

export function preselect(invite_id: string, applicant_email: string, now = Date.now()): void {
  local.set(KEY, JSON.stringify({ invite_id, applicant_email, timestamp: now }));
}

const isFresh = ({ timestamp }: Preselected, now = Date.now()) => timestamp <= now && now - timestamp < FRESH;

/** Removes and returns the candidate to monitor; null when missing or expired. */
export function takePreselected(now = Date.now()): Preselected | null {
  const held = parseJson(local.get(KEY), isPreselected);
  local.remove(KEY);
  return held && isFresh(held, now) ? held : null;
}
