import { formatDateTime, formatTime, plural } from "@/lib/format";
import type { Outage, OutageAttempt } from "./wire";

/** "0:09", "4:10", "1:04:10". */
export function gap(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

function subject({ kind, attempts, duration_seconds }: Outage): string {
  const length = gap(duration_seconds);
  const [only] = attempts;
  if (kind === "server") return `The server was away ${length}.`;
  if (kind === "single" && only) return `The connection of ${only.applicant_name} was gone ${length}.`;
  return `The connection was gone ${length}.`;
}

function crowd({ affected, typed_on, stood_still }: Outage): string {
  if (affected === 1) return stood_still === 1 ? "One candidate stood still" : "The candidate typed on";
  if (typed_on === 0) return `All ${affected} stood still`;
  if (stood_still === 0) return `All ${affected} typed on`;
  return `${typed_on} of ${affected} typed on; ${stood_still} stood still`;
}

/** Worked on while the time ran out: what arrived since is a late answer. */
export const isLate = ({ typed_on, given_seconds, deadline }: OutageAttempt, { to }: Outage): boolean =>
  typed_on && given_seconds == null && Date.parse(deadline) <= Date.parse(to);

/** Whose late answers still can be made to count by giving time. */
const waiting = (outage: Outage): number =>
  outage.attempts.filter((one) => one.status === "running" && isLate(one, outage)).length;

/** "The connection was gone 4:10. 37 of 40 typed on; 3 stood still: give these 4:10." */
export function outageWords(outage: Outage): string {
  const { proposed_seconds, stood_still } = outage;
  const proposal =
    proposed_seconds > 0 ? `: give ${stood_still === 1 ? "back" : "these"} ${gap(proposed_seconds)}` : "";
  const late = waiting(outage);
  const owed =
    late > 0 ? ` The time of ${late} who typed on ran out: what they typed counts if you give time.` : "";
  return `${subject(outage)} ${crowd(outage)}${proposal}.${owed}`;
}

/** "Nov 20, 2026, 9:30 AM to 9:34 AM". */
export const whenWords = ({ from, to }: Outage): string => `${formatDateTime(from)} to ${formatTime(to)}`;

/** What the candidate could do during the gap. */
export function gapWords({ back, typed_on, entries, lost_seconds }: OutageAttempt): string {
  const length = `${gap(lost_seconds)} gone`;
  const away = back ? length : `${length}, not back yet`;
  return typed_on ? `${away}; typed on, ${plural(entries, "change")}` : `${away}; stood still`;
}

export const settledWords = ({ state, settled_by, settled_at, reason }: Outage): string => {
  const verb = state === "given" ? "Time was given back" : "Dismissed";
  const by = settled_by ? ` by ${settled_by}` : "";
  const at = settled_at ? `, ${formatDateTime(settled_at)}` : "";
  return `${verb}${by}${at}${reason ? `: ${reason}` : "."}`;
};

/** What becomes of what was typed; null where it counted when it arrived. */
export function lateWords(attempt: OutageAttempt, outage: Outage): string | null {
  if (!isLate(attempt, outage)) return null;
  return attempt.status === "running"
    ? "The time ran out meanwhile. What was typed counts if you give time; otherwise it is a late answer of the result."
    : "The time ran out meanwhile. What was typed is a late answer, which can be accepted in the result.";
}

/** Whether there is a candidate who may be owed time, or whose work would not count without it. */
export const needsReview = (outage: Outage): boolean =>
  outage.state === "open" && (outage.proposed_seconds > 0 || waiting(outage) > 0);
