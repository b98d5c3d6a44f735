// Pages are also shown from right to left: what stands left or right is said by where a line begins and ends.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const ROOMS =
  /^(app|ui|features\/(take|invite|signin|applicant|receipt|verify|question-kinds|player|shared-links|security|password-reset))\/(?!.*\.test\.).*\.tsx$/;
/** Utilities that name a side; `left-1/2` with half of the own width is the centre. */
const PHYSICAL =
  /(?<![\w-])-?(?:(?:m|p)[lr]-(?:\d|\[|px|auto)|(?:left|right)-(?!1\/2)(?:\d|\[|px|auto|full)|(?:border|rounded)-[lr](?![\w])|text-(?:left|right)(?![\w-])|space-x-|float-(?:left|right))/;

const physical = (text: string) =>
  text.split("\n").flatMap((line, index) => (PHYSICAL.test(line) ? [`${index + 1}: ${line.trim()}`] : []));

it("is said by start and end in all rooms of candidates", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => ROOMS.test(file));
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    physical(readFileSync(join(SRC, file), "utf8")).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

it("is found", () => {
  for (const one of [
    "ml-2",
    "-mr-3",
    "pl-[3px]",
    "left-4",
    "sm:right-auto",
    "text-left",
    "border-l",
    "space-x-2",
  ])
    expect(physical(`<p className="flex ${one}">`), one).toHaveLength(1);
  for (const one of ["ms-2", "start-4", "left-1/2", "text-start", "border-line", "rounded-lg", "pr"])
    expect(physical(`<p className="flex ${one}">`), one).toEqual([]);
});
