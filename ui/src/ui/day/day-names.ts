import type { Locale } from "date-fns";
import { enUS } from "date-fns/locale/en-US";

/** Labels a day "Sunday, November 1, 2026": with "1st" the label would not contain the visible number. */
const ENGLISH: Locale = {
  ...enUS,
  formatLong: {
    ...enUS.formatLong,
    date: (options) => (options.width === "full" ? "EEEE, MMMM d, y" : enUS.formatLong.date(options)),
  },
};

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 15, 12));
/** From Sunday. */
const DAYS = Array.from({ length: 7 }, (_, day) => new Date(2024, 0, 7 + day, 12));
const FULL = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const TOKENS: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  weekday: "EEEE",
  day: "d",
  month: "MMMM",
  year: "y",
};

/** The names that the browser has in a language, and its order of a date. */
function namesOf(tag: string): Locale {
  const made = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { calendar: "gregory", ...options });
  const full = made(FULL);
  const partOf = (date: Date, type: Intl.DateTimeFormatPartTypes) =>
    full.formatToParts(date).find((part) => part.type === type)?.value ?? "";
  const months = MONTHS.map((date) => made({ month: "long" }).format(date));
  // "1 listopada": some languages have another form of the month beside a day.
  const monthsOfDays = MONTHS.map((date) => partOf(date, "month"));
  const days = DAYS.map((date) => made({ weekday: "long" }).format(date));
  const short = DAYS.map((date) => made({ weekday: "short" }).format(date).replace(/\.$/, ""));
  // A column has room for three letters.
  const inColumns = short.every((name) => name.length <= 3)
    ? short
    : DAYS.map((date) => made({ weekday: "narrow" }).format(date));
  const pattern = full
    .formatToParts(MONTHS[0])
    .map(({ type, value }) => TOKENS[type] ?? `'${value.replaceAll("'", "''")}'`)
    .join("");
  return {
    ...ENGLISH,
    localize: {
      ...ENGLISH.localize,
      month: (month, options) => (options?.context === "formatting" ? monthsOfDays : months)[month] ?? "",
      day: (day, options) => (options?.width === "short" ? inColumns : days)[day] ?? "",
    },
    formatLong: {
      ...ENGLISH.formatLong,
      date: (options) => (options.width === "full" ? pattern : ENGLISH.formatLong.date(options)),
    },
  };
}

const known = new Map<string, Locale>([["en", ENGLISH]]);

/** Names of months and days for the calendar. */
export function dayNames(tag: string): Locale {
  let names = known.get(tag);
  if (!names) {
    names = namesOf(tag);
    known.set(tag, names);
  }
  return names;
}
