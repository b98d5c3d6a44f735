import { languageTag, texts } from "@/i18n";
import { format as english } from "@/i18n/en/format";
import { kinds } from "@/i18n/en/kinds";
import { dates, timeOfDay } from "@/i18n/format";

const t = texts("format", english);

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;

type When = string | number | Date | undefined | null;

function formatted(options: Intl.DateTimeFormatOptions, instant: When, tag?: string): string {
  if (!instant) return "";
  const date = new Date(instant);
  // "7:00" stays on one line with its half of the day, in Arabic a letter after a plain blank.
  return Number.isNaN(date.getTime())
    ? ""
    : dates(options, tag)
        .format(date)
        .replace(/ (?=.$)/, "\u00a0");
}

/** "1,000" or "1.000". */
export const formatCount = (count: number) => count.toLocaleString(languageTag());

/** A number as text, such as "3.5" or "6.02 × 10^23", with the decimal mark of the page's language. */
export function withDecimalMark(number: string): string {
  // Arabic pages use the digits 0 to 9, and their mark.
  const locale = `${languageTag()}-u-nu-latn`;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return number.replace(".", parts.find(({ type }) => type === "decimal")?.value ?? ".");
}

/** "one, two, and three" or "eins, zwei und drei". */
export const formatList = (words: string[]) => new Intl.ListFormat(languageTag()).format(words);
/** "one or two" or "eins oder zwei". */
export const formatEither = (words: string[]) =>
  new Intl.ListFormat(languageTag(), { type: "disjunction" }).format(words);

/** "Nov 20, 2026" or "20 Nov 2026", in the viewer's zone; empty for a missing or malformed instant. */
export const formatDate = (instant: When) => formatted(DAY, instant);
/** "9:30 AM" or "09:30", in the viewer's zone. */
export const formatTime = (instant: When) => formatted(timeOfDay(), instant);
/** "9:30:05 AM" or "09:30:05", in the viewer's zone. */
export const formatSeconds = (instant: When) => formatted({ ...timeOfDay(), second: "2-digit" }, instant);
/** "Nov 20, 2026, 9:30 AM" or "20 Nov 2026, 09:30", in the viewer's zone. */
export const formatDateTime = (instant: When) => formatted({ ...DAY, ...timeOfDay() }, instant);

/** The same in English, for files that are in English in every language. */
export const englishDate = (instant: When) => formatted(DAY, instant, "en");
export const englishDateTime = (instant: When) => formatted({ ...DAY, ...timeOfDay() }, instant, "en");

/** The IANA name of the viewer's zone; UTC if the browser does not report it. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** The zone's long name, such as "Central European Standard Time"; falls back to the IANA name. */
export function zoneInWords(zone = viewerZone(), at = new Date()): string {
  const parts = new Intl.DateTimeFormat(languageTag(), {
    timeZone: zone,
    timeZoneName: "long",
  }).formatToParts(at);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/** Why a test cannot be started yet, by the viewer's own clock. */
export const notOpenWords = (opensAt: string) =>
  t("notOpen", { date: formatDateTime(opensAt), zone: zoneInWords(viewerZone(), new Date(opensAt)) });

export const hourCount = (count: number) => t("hours", { count });
export const secondCount = (count: number) => t("secondCount", { count });
export const minuteCount = (count: number) => t("minutes", { count });
export const questionCount = (count: number) => t("questions", { count });
export const answerCount = (count: number) => t("answers", { count });

/** "75 minutes", with the included extra time of an accommodation. */
export const durationWords = (length: number, extra: number | undefined) =>
  extra
    ? t("withExtraTime", { time: minuteCount(length + extra), extra: minuteCount(extra) })
    : minuteCount(length);

/** "1 point", "2 points", "0 points" (docs/behaviour/tests.md#tests-and-questions). */
export const points = (count: number) => t("points", { count });

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
  if (whole < 60) return t("seconds", { s: whole });
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? t("hoursMinutes", { h, min }) : t("minutesSeconds", { min, s });
}

/** What a kind of question is called. */
export const kindLabel = texts("kinds", kinds);
