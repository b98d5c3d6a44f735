// The catalogues of staff's rooms against the English one. That none lacks a key or has one too many is for the compiler.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { argumentsOf, malformed, numbersOf, pluralForms, tagsOf } from "@/test/messages";
import type { Messages } from "..";

const HERE = dirname(fileURLToPath(import.meta.url));
const SRC = resolve(HERE, "../..");
const FILES = readdirSync(join(HERE, "en"));
/** Words that are the same in another language, by intent. */
const SAME = new Set([
  "{title} | Invigil",
  "{title}, {tab} | Invigil",
  "{count, plural, one {# question} other {# questions}}",
  "{count, plural, one {# minute} other {# minutes}}",
  "{count} min",
  "{count, plural, one {# option} other {# options}}",
  "{count, plural, one {# test} other {# tests}}",
  "{verdict}, {count} ms",
  "{count} ms",
  "{size} MB",
  "Safe Exam Browser",
  "sql, joins",
  "+{count} min",
  "Test {number}: {verdict}<small>, {cpu} ms, {memory} MB</small>",
  "{count, plural, one {# section} other {# sections}}",
  "{count, plural, one {#<b> question</b>} other {#<b> questions</b>}}",
  "{hours} h {minutes} min",
  "Version {version}. Sandbox: {layers}.",
  "{count, plural, one {# invitation} other {# invitations}}",
]);

const load = async (tag: string, file: string): Promise<Messages> =>
  Object.values<Messages>(await import(`./${tag}/${file.replace(/\.ts$/, "")}.ts`))[0] ?? {};

describe.each(["de", "fr"])("the texts of staff in %s", (tag) => {
  // File by file: all at once take long where the machine is busy.
  it.each(FILES)(
    "have the arguments, tags and plural forms that they need, and are translated: %s",
    async (file) => {
      const [english, own] = [await load("en", file), await load(tag, file)];
      for (const [key, text] of Object.entries(own)) {
        const [of, where] = [english[key] ?? "", `${tag}/${file}: ${key}`];
        expect(malformed(tag, text), where).toBeUndefined();
        expect(argumentsOf(text), where).toEqual(argumentsOf(of));
        expect(tagsOf(text), where).toEqual(tagsOf(of));
        expect(numbersOf(of), where).toEqual(expect.arrayContaining(numbersOf(text)));
        for (const forms of pluralForms(text)) expect(forms, where).toEqual(["one", "other"]);
        expect(text !== of || SAME.has(of) || !/\p{L}{3}.*\s\p{L}{2}/u.test(of), `${where} is English`).toBe(
          true,
        );
      }
    },
  );
});

it("are in files of their own, which nothing but the choice of a language of staff loads", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const loads = files.filter((file) =>
    readFileSync(join(SRC, file), "utf8").includes("@/i18n/staff/languages/"),
  );
  expect(loads.filter((file) => !file.includes(".test."))).toEqual(["lib/staff-language.ts"]);
});
