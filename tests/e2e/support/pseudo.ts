// A language that exists for tests only, made from the English catalogue: each letter has an accent, each text has brackets and is
// 40 % longer. A text of a page that has plain letters did not come from the catalogue.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";

const CATALOGUES = join(import.meta.dirname, "../../../ui/src/i18n");
/** As in `ui/src/i18n/catalog.ts`: what is shown first on every page, and on one. */
const FIRST = ["app", "errors", "format", "kinds", "richText", "shared"];
const PAGES = ["invite", "take"];
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒǵĥíĵķĺɱñóþɋŕšťúṽŵẋýžÁƁÇĐÉƑǴĤÍĴĶĹḾÑÓÞɊŔŠŤÚṼŴẊÝŽ";

type Messages = Record<string, string>;

/** The texts of a language by part. */
export function catalogue(tag: string): Record<string, Messages> {
  const folder = join(CATALOGUES, tag);
  const parts = readdirSync(folder).map((file) => {
    const module = readFileSync(join(folder, file), "utf8");
    const [, name = "", object = "{}"] = /export const (\w+) = (\{[\s\S]*\})/.exec(module) ?? [];
    return [name, new Function(`return ${object}`)() as Messages] as const;
  });
  return Object.fromEntries(parts);
}

const english = catalogue("en");
const accented = (letter: string) => ACCENTED[PLAIN.indexOf(letter)] ?? letter;

/** Letters of a message but for its arguments, tags and the names of its forms. */
const SYNTAX = /\{\w+, (?:plural|select), |(?:=\d+|\w+) \{|\{\w+\}|<\/?\w+>/y;

function words(message: string): string {
  let text = "";
  // Within the forms of an argument, a name of a form follows the brace that ended the one before.
  const open: ("forms" | "text")[] = ["text"];
  for (let at = 0; at < message.length; ) {
    const inForms = open.at(-1) === "forms";
    SYNTAX.lastIndex = at;
    const found = SYNTAX.exec(message)?.[0];
    if (found && (!/^(=|\w)/.test(found) || inForms)) {
      if (found.endsWith(", ")) open.push("forms");
      else if (/^(=|\w)/.test(found)) open.push("text");
      text += found;
      at += found.length;
      continue;
    }
    const char = message[at] ?? "";
    if (char === "}" && open.length > 1) open.pop();
    text += inForms ? char : accented(char);
    at++;
  }
  return text;
}

export function pseudo(message: string): string {
  const letters = message.replace(/\{[^}]*\}|<[^>]*>/g, "").length;
  return `⟦${words(message)}${" ẋẋẋẋ".repeat(Math.ceil((letters * 0.4) / 5))}⟧`;
}

/** The text of a page in the pseudo-locale, for finding a control. */
export function say(part: string, key: string, values: Record<string, string | number> = {}): string {
  const message = english[part]?.[key];
  if (message === undefined) throw new Error(`no text ${part}.${key}`);
  return pseudo(message).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

const texts = (messages: Messages) => JSON.stringify(Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, pseudo(text)])));

function module(has: (part: string) => boolean): string {
  const parts = Object.entries(english).filter(([name]) => has(name));
  return parts.map(([name, messages]) => `export const ${name} = ${texts(messages)};`).join("\n");
}

const pages = () => PAGES.map((name) => `export const ${name} = async () => ({ ${name}: ${texts(english[name] ?? {})} });`).join("\n");

/**
 * Replaces a language by the pseudo-locale, so that the product has none of it: German as en-XA, from left to right, and
 * Arabic as ar-XB, from right to left.
 */
export async function speakPseudo(context: BrowserContext, tag: "de" | "ar"): Promise<void> {
  const script = (body: string) => ({ contentType: "text/javascript", body });
  await context.route(new RegExp(`/assets/${tag}-(?!rest|take|invite)[\\w-]+\\.js$`), (route) =>
    route.fulfill(script(`${module((part) => FIRST.includes(part))}\n${pages()}\nexport const rest = () => import("/assets/${tag}-rest-pseudo.js");`)),
  );
  await context.route(`**/assets/${tag}-rest-pseudo.js`, (route) => route.fulfill(script(module((part) => ![...FIRST, ...PAGES].includes(part)))));
  await context.addInitScript((chosen) => {
    // An empty document, before the page, has no storage.
    if (location.protocol.startsWith("http")) localStorage.setItem("invigil_language", chosen);
  }, tag);
}
