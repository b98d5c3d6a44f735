/** Hour cycle of the viewer's locale: the texts are English, the clock is the one that the viewer is used to. */
export function viewerHours(locale?: string) {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return hourCycle === "h11" || hourCycle === "h12"
    ? ({ hour: "numeric", minute: "2-digit", hourCycle: "h12" } as const)
    : ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const);
}

/** English as it is written in the region of the viewer's locale, such as "en-DE": which of day and month is first. */
export const viewerEnglish = (locale = Intl.DateTimeFormat().resolvedOptions().locale) =>
  `en-${new Intl.Locale(locale).maximize().region}`;

/** Options of every displayed time of day. */
export const HOURS = viewerHours();
/** Locale of every displayed date. */
export const ENGLISH = viewerEnglish();
const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const day = new Intl.DateTimeFormat(ENGLISH, DAY);
const time = new Intl.DateTimeFormat(ENGLISH, HOURS);
const seconds = new Intl.DateTimeFormat(ENGLISH, { ...HOURS, second: "2-digit" });
const dayTime = new Intl.DateTimeFormat(ENGLISH, { ...DAY, ...HOURS });

type When = string | number | Date | undefined | null;

function formatted(format: Intl.DateTimeFormat, instant: When): string {
  if (!instant) return "";
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : format.format(date);
}

/** "Nov 20, 2026" or "20 Nov 2026", in the viewer's zone; empty for a missing or malformed instant. */
export const formatDate = (instant: When) => formatted(day, instant);
/** "9:30 AM" or "09:30", in the viewer's zone. */
export const formatTime = (instant: When) => formatted(time, instant);
/** "9:30:05 AM" or "09:30:05", in the viewer's zone. */
export const formatSeconds = (instant: When) => formatted(seconds, instant);
/** "Nov 20, 2026, 9:30 AM" or "20 Nov 2026, 09:30", in the viewer's zone. */
export const formatDateTime = (instant: When) => formatted(dayTime, instant);

/** The IANA name of the viewer's zone; UTC if the browser does not report it. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** The zone's long name, such as "Central European Standard Time"; falls back to the IANA name. */
export function zoneInWords(zone = viewerZone(), at = new Date()): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "long" }).formatToParts(at);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/** Why a test cannot be started yet, by the viewer's own clock. */
export const notOpenWords = (opensAt: string) =>
  `This test is not open yet. It opens on ${formatDateTime(opensAt)} (${zoneInWords(viewerZone(), new Date(opensAt))}).`;

/** "1 question", "2 questions". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "75 minutes", with the included extra time of an accommodation. */
export function durationWords(minutes: number, extra: number | undefined): string {
  return extra
    ? `${plural(minutes + extra, "minute")} (${plural(extra, "minute")} extra time included)`
    : plural(minutes, "minute");
}

/** "1 point", "2 points", "0 points" (docs/behaviour/tests.md#tests-and-questions). */
export const points = (count: number) => plural(count, "point");

/** Seconds as h:mm:ss, never below zero. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const pad = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(left / 3600)}:${pad(Math.floor(left / 60) % 60)}:${pad(left % 60)}`;
}

/** "48 s", "3 min 20 s", "1 h 5 min"; a dash if not measured. */
export function spent(seconds: number | undefined | null): string {
  if (seconds === undefined || seconds === null) return "–";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${rest} s`;
}

export const QUESTION_TYPE_LABELS = {
  multiple_choice: "Multiple choice",
  multiple_response: "Several answers",
  short_text: "Short text",
  essay: "Essay",
  gaps: "Fill in the gaps",
  numeric: "Number",
  ordering: "Ordering",
  matching: "Matching",
  coding: "Coding",
} as const;
