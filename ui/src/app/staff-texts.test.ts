import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { literals } from "@/test/literals";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** All texts of these are in a catalogue: a new file as well. `i18n/` has the catalogues, `test/` is not shown. */
const FOLDERS = ["api", "app", "features", "lib", "ui"];
/** Files whose texts are in English in every language, each with the reason. */
const ENGLISH: Record<string, string> = {
  "features/evidence/file/sample.ts": "only tests use it",
  "features/question-kinds/coding/function-harness.ts": "programs",
  "features/results/ranking/export-rows.ts": "exports are in English",
  "features/take/session/fixtures.ts": "only tests use it",
  "features/take/session/invariants.ts": "only tests use it",
};
/** Orders of lists, as addresses have them. */
const NO_TEXT = /: [a-z]+ (asc|desc)$/;

/** "features/desk", "ui/rich-text", or "lib" for the files in it. */
const roomOf = (file: string) => file.split("/").slice(0, -1).slice(0, 2).join("/");

describe("texts of the page", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  ).filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && file !== "api/gen.ts");
  const rooms = [...new Set(files.map(roomOf))].sort();
  const filesOf = (room: string) => files.filter((file) => roomOf(file) === room);
  const found = (file: string) =>
    literals(file, readFileSync(join(SRC, file), "utf8")).filter((text) => !NO_TEXT.test(text));

  it("are looked for in all rooms", () => {
    for (const room of [
      "app",
      "features/desk",
      "features/settings",
      "features/tests",
      "lib",
      "ui",
      "ui/attempt",
    ])
      expect(filesOf(room).length, room).toBeGreaterThan(0);
    expect(files.length).toBeGreaterThan(1000);
  });

  // Room by room: all at once take long where the machine is busy.
  it.each(rooms)("of %s stand in the catalogue, src/i18n", (room) => {
    const held = filesOf(room).filter((file) => !(file in ENGLISH));
    expect(held.flatMap(found)).toEqual([]);
  });

  it.each(Object.entries(ENGLISH))("of %s are in English: %s", (file) => {
    expect(found(file), "it needs no exception").not.toEqual([]);
  });

  it("would be found (control)", () => {
    expect(literals("a.tsx", "const x = () => <p>Word</p>;")).toHaveLength(1);
    expect(literals("a.ts", 'const x = { label: "Word" };')).toHaveLength(1);
    expect(literals("a.ts", 'toast.error("Failed.");')).toHaveLength(1);
  });
});
