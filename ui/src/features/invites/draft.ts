import type { InviteInput, LastAgreed } from "@/api/types";
import { localInstant } from "@/lib/days";
import { t } from "./form-texts";

/** Who chooses the time (docs/behaviour/invites.md#scheduling): the applicant, the admin, or neither. */
export type Mode = "self" | "admin" | "none";

export type ExtraUnit = "minutes" | "percent";
/** The server's limits. */
export const EXTRA_MOST: Record<ExtraUnit, number> = { minutes: 480, percent: 200 };

export interface InviteDraft {
  test: string;
  name: string;
  email: string;
  mode: Mode;
  /** `YYYY-MM-DD` and `HH:MM` in the viewer's zone; only in admin mode. */
  day: string;
  slot: string;
  /** Extra time of an accommodation; blank for none. */
  extra: string;
  extraUnit: ExtraUnit;
  /** Bounds of the start, `YYYY-MM-DD` and `HH:MM` in the viewer's zone; empty for none. */
  opensDay: string;
  opensTime: string;
  closesDay: string;
  closesTime: string;
  /** Tag of the candidate's language; blank for the test's. */
  language: string;
  /** Id of an exam session; blank for none. */
  session: string;
  /** Agreed breaks; blank for none. */
  breakCount: string;
  breakMinutes: string;
  /** The minutes are those of all breaks together. */
  breakSum: boolean;
  largerType: boolean;
  noCamera: boolean;
  helper: string;
}

export const BLANK_INVITE: InviteDraft = {
  test: "",
  name: "",
  email: "",
  mode: "self",
  day: "",
  slot: "",
  extra: "",
  extraUnit: "minutes",
  opensDay: "",
  opensTime: "",
  closesDay: "",
  closesTime: "",
  language: "",
  session: "",
  breakCount: "",
  breakMinutes: "",
  breakSum: false,
  largerType: false,
  noCamera: false,
  helper: "",
};

/** Whether nothing was entered. A chosen mode alone is no input. */
export const isBlank = (draft: InviteDraft) =>
  (Object.keys(draft) as InviteField[]).every(
    (field) => field === "mode" || field === "extraUnit" || draft[field] === BLANK_INVITE[field],
  );

export type InviteField = keyof InviteDraft;
export interface InviteProblem {
  fields: InviteField[];
  text: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function basicProblem(draft: InviteDraft): InviteProblem | null {
  if (draft.test === "") return { fields: ["test"], text: t("pleaseSelectTest") };
  const empty = (["name", "email"] as const).filter((field) => draft[field].trim() === "");
  if (empty.length > 0) return { fields: empty, text: t("fillNameEmail") };
  if (!EMAIL.test(draft.email.trim())) return { fields: ["email"], text: t("validEmail") };
  return null;
}

/** NaN unless a whole number. */
function extraOf({ extra }: InviteDraft): number {
  const text = extra.trim();
  if (text === "") return 0;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Extra minutes of a test that takes `duration` minutes, computed as on the server. */
export function extraMinutes(draft: InviteDraft, duration: number): number {
  const extra = extraOf(draft);
  return draft.extraUnit === "minutes" ? extra : Math.ceil((duration * extra) / 100);
}

const whole = (text: string, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;

const wantsBreaks = ({ breakCount, breakMinutes }: InviteDraft) =>
  !["", "0"].includes(breakCount.trim()) || breakMinutes.trim() !== "";

/** Whether anything is agreed, or an extra time given. */
export const hasAgreed = (draft: InviteDraft) =>
  draft.extra.trim() !== "" ||
  wantsBreaks(draft) ||
  draft.largerType ||
  draft.noCamera ||
  draft.helper.trim() !== "";

/** The draft of what was agreed at the last invitation. */
export function fromAgreed({ extra_minutes, extra_percent, agreed }: LastAgreed): Partial<InviteDraft> {
  const breaks = agreed?.breaks;
  return {
    extra: String(extra_minutes ?? extra_percent ?? ""),
    extraUnit: extra_percent === undefined ? "minutes" : "percent",
    breakCount: breaks ? String(breaks.count) : "",
    breakMinutes: breaks ? String(breaks.minutes) : "",
    breakSum: breaks?.in_sum ?? false,
    largerType: agreed?.larger_type ?? false,
    noCamera: agreed?.no_camera ?? false,
    helper: agreed?.helper ?? "",
  };
}

const agreedOf = (draft: InviteDraft) => ({
  ...(wantsBreaks(draft) && {
    breaks: { count: Number(draft.breakCount), minutes: Number(draft.breakMinutes), in_sum: draft.breakSum },
  }),
  ...(draft.largerType && { larger_type: true }),
  ...(draft.noCamera && { no_camera: true }),
  ...(draft.helper.trim() && { helper: draft.helper.trim() }),
});

export function scheduleProblem(draft: InviteDraft, now = new Date()): InviteProblem | null {
  if (!Number.isInteger(extraOf(draft)) || extraOf(draft) > EXTRA_MOST[draft.extraUnit]) {
    const key = draft.extraUnit === "minutes" ? "extraMinutesBetween" : "extraPercentBetween";
    return { fields: ["extra"], text: t(key, { max: EXTRA_MOST[draft.extraUnit] }) };
  }
  if (wantsBreaks(draft) && !(whole(draft.breakCount, 20) && whole(draft.breakMinutes, 480)))
    return { fields: ["breakCount"], text: t("breaksBetween") };
  if (draft.mode !== "admin") return null;
  const empty = (["day", "slot"] as const).filter((field) => draft[field] === "");
  if (empty.length > 0) return { fields: empty, text: t("selectDateTime") };
  const at = localInstant(draft.day, draft.slot);
  if (!at) return { fields: ["day"], text: t("selectDateTime") };
  if (at <= now) return { fields: ["slot"], text: t("selectFuture") };
  return null;
}

/** A bound of the start; without a time, a default. Null without a day. */
export const boundOf = (day: string, time: string, otherwise: string) =>
  day === "" ? null : localInstant(day, time || otherwise);

/** Opens at the beginning of its day, closes at the end of it, unless a time is given. */
export const windowOf = (draft: InviteDraft) => ({
  opens: boundOf(draft.opensDay, draft.opensTime, "00:00"),
  closes: boundOf(draft.closesDay, draft.closesTime, "23:59"),
});

/** The body of POST /invites; call it only after both checks passed. */
export function toInvite(draft: InviteDraft, zone: string): InviteInput {
  const at = draft.mode === "admin" ? localInstant(draft.day, draft.slot) : null;
  const { opens, closes } = windowOf(draft);
  return {
    test_id: draft.test,
    applicant_name: draft.name.trim(),
    applicant_email: draft.email.trim(),
    admin_scheduled: draft.mode === "admin",
    no_schedule: draft.mode === "none",
    ...(extraOf(draft) > 0 ? { [`extra_${draft.extraUnit}` as const]: extraOf(draft) } : {}),
    ...(at ? { scheduled_date: at.toISOString() } : {}),
    ...(opens ? { opens_at: opens.toISOString() } : {}),
    ...(closes ? { closes_at: closes.toISOString() } : {}),
    ...(at || opens || closes ? { time_zone: zone } : {}),
    ...(draft.language ? { language: draft.language } : {}),
    ...(draft.session ? { session_id: draft.session } : {}),
    ...agreedOf(draft),
  };
}
