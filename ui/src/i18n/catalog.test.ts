import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Messages } from ".";
import { format } from "./message";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const EN = join(SRC, "i18n/en");
const parts = await Promise.all(
  readdirSync(EN).map(async (file) => {
    const module: Record<string, Messages> = await import(`./en/${file.replace(/\.ts$/, "")}.ts`);
    const [[name = "", messages = {}] = []] = Object.entries(module);
    return { file, name, messages };
  }),
);
const all = parts.flatMap(({ name, messages }) =>
  Object.entries(messages).map(([key, text]) => ({ name, key, text })),
);
/** Any argument, as an element that can also be called as a tag. */
const anything = new Proxy({}, { get: () => (inside: string) => inside });

describe("the catalogue", () => {
  it("is well-formed", () => {
    expect(all.length).toBeGreaterThan(500);
    for (const { name, key, text } of all)
      expect(() => format("en", text, anything, () => ""), `${name}.${key}`).not.toThrow();
  });

  it("has no text that is empty, or that begins or ends with a space", () => {
    expect(all.filter(({ text }) => text === "" || text !== text.trim())).toEqual([]);
  });

  it("has whole sentences, not ends of one that a label begins", () => {
    const read = (folder: string) =>
      readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    const texts = [EN, join(SRC, "i18n/staff/en")].flatMap(read).join("\n");
    expect(texts.match(/"(Of|Instead of|By as (much|many)|For as (long|many)) [^"]*\."/g)).toBeNull();
  });

  it("has no text that nothing shows", () => {
    const isShown = /^(?!i18n\/en\/|api\/gen|features\/admin\/)(?!.*\.test\.).*\.tsx?$/;
    const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
      isShown.test(file),
    );
    const named = new Set(
      files.flatMap((file) => readFileSync(join(SRC, file), "utf8").match(/(?<=")\w+(?=")/g) ?? []),
    );
    // Named by the codes of the API.
    const isCode = (name: string, key: string) =>
      ["kinds", "accounts", "entries", "refusals", "replies"].includes(name) || /^[A-Z]+$/.test(key);
    // Shown by pages of the server: `src/service/invite/lti/words_tests.rs` finds those that none shows.
    const isOfServer = (name: string) => name === "launch";
    const unused = all.filter(({ name, key }) => !isCode(name, key) && !isOfServer(name) && !named.has(key));
    expect(unused.map(({ name, key }) => `${name}.${key}`)).toEqual([]);
  });

  it("has a type for other languages that names every part", () => {
    const catalog = readFileSync(join(SRC, "i18n/catalog.ts"), "utf8");
    expect(parts.filter(({ name }) => !catalog.includes(`  ${name}: Translation<typeof ${name}>;`))).toEqual(
      [],
    );
  });
});
