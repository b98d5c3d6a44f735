// The catalogues of all languages against the English one. That none lacks a key or has one too many is for the compiler.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Messages } from ".";
import { format } from "./message";
import { NAMES } from "./names";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const HERE = join(SRC, "i18n");
const TAGS = Object.keys(NAMES).filter((tag) => tag !== "en");
const FILES = readdirSync(join(HERE, "en"));
/** A form of an argument, such as "one {..}": what stands in its braces is text. */
const NO_FORM = "(?<!\\b(?:other|one|two|few|many|zero|yes|all|computer|answered|=\\d) )";
const ARGUMENT = new RegExp(`${NO_FORM}\\{(\\w+)(?=\\}|, (?:plural|select),)`, "g");
const PLURAL = /\{\w+, plural, ((?:=?\w+ \{(?:[^{}]|\{\w+\})*\} ?)+)\}/g;
/** Longer texts that are the same in another language, by intent; so are short words that it shares, symbols and names. */
const SAME = new Set([
  "Code, {language}",
  "{count, plural, one {# minute} other {# minutes}}",
  "{count, plural, one {# question} other {# questions}}",
  "{count, plural, one {# point} other {# points}}",
  "Section {number}",
  "Question {number}",
  "{layer} {width} x {height}, {rate} fps",
]);
const isShared = (text: string) =>
  SAME.has(text) ||
  text.length < 16 ||
  !/\p{L}{2}/u.test(text.replace(/\{[^}]*\}|Invigil|KiB|MB|ms|min/g, ""));

const load = async (tag: string, file: string): Promise<Messages> =>
  Object.values<Messages>(await import(`./${tag}/${file.replace(/\.ts$/, "")}.ts`))[0] ?? {};
const names = (text: string) => [...new Set([...text.matchAll(ARGUMENT)].map(([, name]) => name))].sort();
const tags = (text: string) => [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag).sort();
const anything = new Proxy({}, { get: () => (inside: string) => inside });

/** French, Spanish and Portuguese use "many" for millions only. */
const categories = (tag: string) =>
  new Intl.PluralRules(tag)
    .resolvedOptions()
    .pluralCategories.filter((one) => one !== "many" || !/^(fr|es|pt)/.test(tag))
    .sort();

describe.each(TAGS)("the texts in %s", (tag) => {
  it("have the arguments, tags and plural forms that they need, and are translated", async () => {
    for (const file of FILES) {
      const [english, own] = [await load("en", file), await load(tag, file)];
      for (const [key, text] of Object.entries(own)) {
        const [of, where] = [english[key] ?? "", `${tag}/${file}: ${key}`];
        expect(text === "" || text !== text.trim(), `${where} is empty or padded`).toBe(false);
        expect(() => format(tag, text, anything, () => ""), where).not.toThrow();
        expect(names(text), where).toEqual(names(of));
        expect(tags(text), where).toEqual(tags(of));
        expect(text !== of || isShared(of), `${where} is English`).toBe(true);
        const plurals = [...text.matchAll(PLURAL)];
        expect(plurals.length, where).toBe(text.match(/, plural,/g)?.length ?? 0);
        for (const [, forms = ""] of plurals) {
          const found = [...forms.matchAll(/(=?\w+) \{(?:[^{}]|\{\w+\})*\}/g)].map(([, form = ""]) => form);
          expect(found.filter((form) => !form.startsWith("=")).sort(), where).toEqual(categories(tag));
        }
      }
    }
  }, 60_000);
});

it("are in files of their own, which nothing but the choice of a language loads", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const loads = files.filter((file) => readFileSync(join(SRC, file), "utf8").includes("@/i18n/languages/"));
  expect(loads.filter((file) => !file.includes(".test."))).toEqual(["lib/language.ts"]);
  const known = readdirSync(join(HERE, "languages")).sort();
  expect(known).toEqual(
    TAGS.flatMap((tag) => ["-invite", "-rest", "-take", ""].map((part) => `${tag}${part}.ts`)).sort(),
  );
});
