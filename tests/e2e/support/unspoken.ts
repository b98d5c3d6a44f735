// Texts of a page that did not come from the catalogue.

import type { Page } from "@playwright/test";

const INTL = ["de", "ar"].flatMap((tag) => {
  const days = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 10, 1 + n)));
  const months = Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(2026, n, 15)));
  const name = (date: Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options).format(date);
  return [
    ...(["long", "short"] as const).flatMap((weekday) => days.map((day) => name(day, { weekday }))),
    ...(["long", "short"] as const).flatMap((month) => months.map((one) => name(one, { month }))),
    ...(["long", "short"] as const).flatMap((month) => months.map((one) => name(one, { month, day: "numeric" }).replace(/[\d. ]/g, ""))),
    ...(["conjunction", "disjunction"] as const).flatMap((type) =>
      new Intl.ListFormat(tag, { type })
        .formatToParts(["1", "2", "3"])
        .filter((part) => part.type === "literal" && /\w/.test(part.value))
        .map(({ value }) => new RegExp(`\\b${value.trim()}\\b`, "g")),
    ),
    ...months.flatMap((at) =>
      new Intl.DateTimeFormat(tag, { timeZone: "Europe/Berlin", timeZoneName: "long" })
        .formatToParts(at)
        .filter(({ type }) => type === "timeZoneName")
        .map(({ value }) => value),
    ),
  ];
});

/** What people and companies wrote, names, addresses, units of the server, and what `Intl` writes. */
const ALLOWED = [
  ...INTL,
  "Invigil",
  // How a German day is typed, and an Arabic one.
  "TT.MM.JJJJ",
  "DD/MM/YYYY",
  "Chrome",
  "Linux",
  "Europe/Berlin",
  "um",
  "AM",
  "PM",
  /[\w.+-]+@[\w.-]+\.\w+/g,
  /https?:\/\/\S+/g,
  /\b[0-9a-f]{8,}\b/g,
] as (string | RegExp)[];

/** Texts with a letter that no text of the pseudo-locale has. Empty: the page is translated. */
export async function unspoken(page: Page, written: (string | RegExp)[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const ATTRIBUTES = ["title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext"];
    found.add(`title: ${document.title}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      // An option of the choice of a language, an editor's content, and what is not shown.
      if (!element || element.closest("script, style, noscript, template, option[lang], .cm-content, [data-given]")) continue;
      if (node instanceof Element) {
        for (const name of ATTRIBUTES) if (node.getAttribute(name)) found.add(`${name}: ${node.getAttribute(name)}`);
      } else if (node.nodeValue?.trim()) found.add(`text: ${node.nodeValue.trim()}`);
    }
    return [...found];
  });
  const allowed = [...written, ...ALLOWED].sort((a, b) => String(b).length - String(a).length);
  return texts.filter((text) => {
    let rest = text.slice(text.indexOf(": ") + 2);
    for (const one of allowed) rest = typeof one === "string" ? rest.replaceAll(one, "") : rest.replace(one, "");
    return /[A-Za-z]{2,}/.test(rest);
  });
}
