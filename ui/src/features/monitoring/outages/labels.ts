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
  if (kind === "server") return `The server was unavailable for ${length}.`;
  if (kind === "single" && only) return `The connection of ${only.applicant_name} was lost for ${length}.`;
  return `The connection was lost for ${length}.`;
}

function crowd({ affected, typed_on, stood_still }: Outage): string {
  if (affected === 1) return stood_still === 1 ? "One candidate was held up" : "The candidate kept working";
  if (typed_on === 0) return `All ${affected} were held up`;
  if (stood_still === 0) return `All ${affected} kept working`;
  return `${typed_on} of ${affected} kept working; ${stood_still} ${stood_still === 1 ? "was" : "were"} held up`;
}

/** Worked on while the time ran out: what arrived since is a late answer. */
const isLate = ({ typed_on, given_seconds, deadline }: OutageAttempt, { to }: Outage): boolean =>
  typed_on && given_seconds == null && Date.parse(deadline) <= Date.parse(to);

/** Whose late answers still can be made to count by giving time. */
const waiting = (outage: Outage): number =>
  outage.attempts.filter((one) => one.status === "running" && isLate(one, outage)).length;

/** Who is proposed time, by whether the test still runs or can be reopened for it. */
const owed = ({ proposed_seconds, attempts }: Outage, status: OutageAttempt["status"]): number =>
  proposed_seconds > 0
    ? attempts.filter((one) => one.status === status && one.proposed_seconds > 0 && one.given_seconds == null)
        .length
    : 0;

const reopenWords = (count: number): string =>
  count === 1
    ? " The test has ended by time; it can be reopened."
    : ` The tests have ended, ${count} of them by time: they can be reopened.`;

/** "The connection was lost for 4:10. 37 of 40 kept working; 3 were held up: give each 4:10 back." */
export function outageWords(outage: Outage): string {
  const { proposed_seconds, stood_still } = outage;
  const isOwed = owed(outage, "running") > 0;
  const reopenable = owed(outage, "reopenable");
  const proposal = isOwed ? `: give ${stood_still === 1 ? "" : "each "}${gap(proposed_seconds)} back` : "";
  const late = waiting(outage);
  const counts =
    late > 0 ? ` ${late} who kept working ran out of time: what they typed counts if you give time.` : "";
  const over = outage.state === "open" && !isOwed && reopenable > 0 ? reopenWords(reopenable) : "";
  return `${subject(outage)} ${crowd(outage)}${proposal}.${counts}${over}`;
}

/** "Nov 20, 2026, 9:30 AM to 9:34 AM". */
export const whenWords = ({ from, to }: Outage): string => `${formatDateTime(from)} to ${formatTime(to)}`;

/** The candidate's activity during the gap. */
export function gapWords({ back, typed_on, entries, lost_seconds }: OutageAttempt): string {
  const length = `${gap(lost_seconds)} offline`;
  const away = back ? length : `${length}, not back yet`;
  return typed_on ? `${away}; kept working, ${plural(entries, "change")}` : `${away}; held up`;
}

export const settledWords = ({ state, settled_by, settled_at, reason }: Outage): string => {
  const verb = state === "given" ? "Time was given back" : "Dismissed";
  const by = settled_by ? ` by ${settled_by}` : "";
  const at = settled_at ? `, ${formatDateTime(settled_at)}` : "";
  return `${verb}${by}${at}${reason ? `: ${reason}` : "."}`;
};

/** Consequence for the text that was typed; null where it counted when it arrived. */
export function lateWords(attempt: OutageAttempt, outage: Outage): string | null {
  if (!isLate(attempt, outage)) return null;
  return attempt.status === "running"
    ? "The time ran out meanwhile. What was typed counts if you give time; otherwise it is a late answer of the result."
    : "The time ran out meanwhile. What was typed is a late answer, which can be accepted in the result.";
}

/** Whether a candidate who still takes the test may be owed time, or types what would not count without it. */
export const needsReview = (outage: Outage): boolean =>
  outage.state === "open" && (owed(outage, "running") > 0 || waiting(outage) > 0);

/** Whether a test that ended by time alone could be reopened for what was lost: no work of a proctor, and not urgent. */
export const canBeReopened = (outage: Outage): boolean =>
  outage.state === "open" && owed(outage, "reopenable") > 0;
