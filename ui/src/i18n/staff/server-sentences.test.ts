// The sentences of the server stand in its code, and here as the source of translations: both say the same.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { serverSentences } from "./en/server-sentences";

const SERVER = resolve(dirname(fileURLToPath(import.meta.url)), "../../../../src");
/** `sentence!("key": "text", ...)`; a line may end within the text. */
const SENTENCE = /sentence!\(\s*"(\w+)":\s*"((?:[^"\\]|\\[\s\S])*)"/g;

function sentences(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".rs"),
  );
  for (const file of files) {
    const code = readFileSync(join(SERVER, file), "utf8").split("#[cfg(test)]")[0] ?? "";
    for (const [, key = "", text = ""] of code.matchAll(SENTENCE)) {
      // An apostrophe before an argument is doubled in ICU messages.
      const whole = text.replace(/\\\n\s*/g, "").replaceAll("'{", "''{");
      found[key] = [...new Set([...(found[key] ?? []), whole])];
    }
  }
  return found;
}

it("are those of the server's code", () => {
  const found = sentences();
  expect(Object.keys(found).length).toBeGreaterThan(150);
  expect(Object.entries(found).filter(([, texts]) => texts.length > 1)).toEqual([]);
  expect(serverSentences).toEqual(
    Object.fromEntries(Object.entries(found).map(([key, [text]]) => [key, text])),
  );
});
