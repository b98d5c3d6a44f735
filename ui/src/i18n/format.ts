import { languageTag } from ".";

/** Hour cycle of the viewer's locale: whatever the language of the page, the clock is the one that they are used to. */
export function viewerHours(locale?: string) {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return hourCycle === "h11" || hourCycle === "h12"
    ? ({ hour: "numeric", minute: "2-digit", hourCycle: "h12" } as const)
    : ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const);
}

/** A language as it is written in the region of a locale, "en-DE": which of day and month is first. */
export const regional = (tag: string, locale: string) => {
  const { language, script } = new Intl.Locale(tag);
  const { region } = new Intl.Locale(locale).maximize();
  // One kind of digits on a page: counts, the timer, code and formulas have these.
  return `${[language, script, region].filter(Boolean).join("-")}${language === "ar" ? "-u-nu-latn" : ""}`;
};

let viewer: string | undefined;
let hours: ReturnType<typeof viewerHours> | undefined;

/** Options of every displayed time of day. */
export function timeOfDay() {
  hours ??= viewerHours();
  return hours;
}

const made = new Map<string, Intl.DateTimeFormat>();

/** Formats dates in the language of the page: ask at every use, since the language may change. */
export function dates(options: Intl.DateTimeFormatOptions, tag = languageTag()): Intl.DateTimeFormat {
  viewer ??= Intl.DateTimeFormat().resolvedOptions().locale;
  const locale = regional(tag, viewer);
  const key = locale + JSON.stringify(options);
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    made.set(key, format);
  }
  return format;
}
