import { formatDateTime, formatTime } from "@/lib/format";
import { t } from "../texts";
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
  if (kind === "server") return t("serverDown", { time: length });
  if (kind === "single" && only) return t("connectionOf", { name: only.applicant_name, time: length });
  return t("connectionLost", { time: length });
}

function crowd({ affected, typed_on, stood_still }: Outage): string {
  if (affected === 1) return stood_still === 1 ? t("oneHeldUp") : t("oneWorked");
  if (typed_on === 0) return t("allHeldUp", { count: affected });
  if (stood_still === 0) return t("allWorked", { count: affected });
  return t("someWorked", { working: typed_on, total: affected, held: stood_still });
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

const reopenWords = (count: number): string => (count === 1 ? t("canReopenOne") : t("canReopen", { count }));

/** "The connection was lost for 4:10. 37 of 40 kept working; 3 were held up: give each 4:10 back." */
export function outageWords(outage: Outage): string {
  const { proposed_seconds, stood_still } = outage;
  const isOwed = owed(outage, "running") > 0;
  const reopenable = owed(outage, "reopenable");
  const who = { crowd: crowd(outage) };
  const time = gap(proposed_seconds);
  const proposal = isOwed
    ? t(stood_still === 1 ? "crowdGive" : "crowdGiveEach", { ...who, time })
    : t("crowdPlain", who);
  const late = waiting(outage);
  const counts = late > 0 && t("ranOut", { count: late });
  const over = outage.state === "open" && !isOwed && reopenable > 0 && reopenWords(reopenable);
  return [subject(outage), proposal, counts, over].filter(Boolean).join(" ");
}

/** "Nov 20, 2026, 9:30 AM to 9:34 AM". */
export const whenWords = ({ from, to }: Outage): string =>
  t("fromTo", { from: formatDateTime(from), to: formatTime(to) });

/** The candidate's activity during the gap. */
export function gapWords({ back, typed_on, entries, lost_seconds }: OutageAttempt): string {
  const time = gap(lost_seconds);
  return typed_on
    ? t(back ? "gapWorked" : "gapWorkedAway", { time, count: entries })
    : t(back ? "gapHeldUp" : "gapHeldUpAway", { time });
}

export const settledWords = ({ state, settled_by, settled_at, reason }: Outage): string => {
  const isGiven = state === "given";
  const when = formatDateTime(settled_at);
  if (settled_by && reason)
    return t(isGiven ? "givenByWhy" : "dismissedByWhy", { name: settled_by, when, reason });
  if (settled_by) return t(isGiven ? "givenBy" : "dismissedBy", { name: settled_by, when });
  if (reason) return t(isGiven ? "givenWhy" : "dismissedWhy", { when, reason });
  return t(isGiven ? "givenAt" : "dismissedAt", { when });
};

/** Consequence for the text that was typed; null where it counted when it arrived. */
export function lateWords(attempt: OutageAttempt, outage: Outage): string | null {
  if (!isLate(attempt, outage)) return null;
  return attempt.status === "running" ? t("lateCounts") : t("lateAnswer");
}

/** Whether a candidate who still takes the test may be owed time, or types what would not count without it. */
export const needsReview = (outage: Outage): boolean =>
  outage.state === "open" && (owed(outage, "running") > 0 || waiting(outage) > 0);

/** Whether a test that ended by time alone could be reopened for what was lost: no work of a proctor, and not urgent. */
export const canBeReopened = (outage: Outage): boolean =>
  outage.state === "open" && owed(outage, "reopenable") > 0;
