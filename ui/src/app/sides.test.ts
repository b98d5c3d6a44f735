// Pages are also shown from right to left: what stands left or right is said by where a line begins and ends.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = /^(?!api\/|i18n\/|test\/).*(?<!\.test)\.(?:tsx?|css)$/;

/** Where the side itself is meant. */
const MEANT: Record<string, string> = {
  "features/results/charts/ScoreField.tsx": "an axis of numbers is read from left to right in every language",
  "ui/code/editor-theme.ts":
    "the editor draws its cursor so, and code is read from left to right in every language",
  "ui/rich-text/rich-text.css":
    "formulas are read from left to right in every language; an author aligns columns by side",
};

const PHYSICAL = [
  // Utilities; `left-1/2` with half of the own width is the centre.
  /(?<![\w-])-?(?:scroll-)?[mp][lr]-(?:\d|[[(]|px|auto)/,
  /(?<![\w-])-?(?:left|right)-(?!1\/2)(?:\d|[[(]|px|auto|full)/,
  /(?<![\w-])(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float|clear)-(?:left|right))(?!\w)/,
  /(?<![\w-])space-x-/,
  // Rules of a style sheet, and styles of an element.
  /^\s*(?:left|right)\s*:\s*(?:-?[\d.]|auto|calc|clamp|m(?:in|ax)\(|var)/,
  /(?:margin|padding|border)-(?:left|right)/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)/,
  /(?:margin|padding|border)(?:Top|Bottom)?(?:Left|Right)/,
  /style=\{\{[^}]*\b(?:left|right)\b/,
];
/** What points to a side points to the other one, unless it is turned. */
const ARROW = /<(?:(?:Arrow|Chevron)(?:Left|Right)|LogIn|LogOut|PanelRight|Send)\b(?:(?!\/>)[\s\S])*?\/>/g;

const lineAt = (text: string, place: number) => text.slice(0, place).split("\n").length;
const physical = (text: string) => [
  ...text
    .split("\n")
    .flatMap((line, index) =>
      PHYSICAL.some((side) => side.test(line)) ? [`${index + 1}: ${line.trim()}`] : [],
    ),
  ...[...text.matchAll(ARROW)]
    .filter(([arrow]) => !arrow.includes("rtl:"))
    .map(({ 0: arrow, index }) => `${lineAt(text, index)}: ${arrow}`),
];

it("is said by start and end in all rooms", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => SOURCES.test(file));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    physical(readFileSync(join(SRC, file), "utf8")).map((line) => ({ file, line })),
  );
  expect(found.filter(({ file }) => !(file in MEANT)).map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  const named = new Set(found.map(({ file }) => file));
  expect(Object.keys(MEANT).filter((file) => !named.has(file))).toEqual([]);
});

it("is found", () => {
  for (const one of [
    "ml-2",
    "-mr-3",
    "pl-[3px]",
    "scroll-ml-2",
    "left-4",
    "sm:right-auto",
    "text-left",
    "border-l",
    "border-l-2",
    "rounded-tl-md",
    "space-x-2",
  ])
    expect(physical(`<p className="flex ${one}">`), one).toHaveLength(1);
  for (const one of ["ms-2", "start-4", "left-1/2", "text-start", "border-line", "rounded-lg", "pr"])
    expect(physical(`<p className="flex ${one}">`), one).toEqual([]);
  for (const one of [
    "  left: 0;",
    "  margin-left: 1em;",
    "  text-align: right;",
    "  border-left: 1px solid;",
  ])
    expect(physical(one), one).toHaveLength(1);
  expect(physical("<p style={{ left: at }}>")).toHaveLength(1);
  for (const one of ["  inset-inline-start: 0;", "  left: number;", "  const { left, right } = box;"])
    expect(physical(one), one).toEqual([]);
  expect(physical('<ArrowLeft\n  className="size-4" />')).toHaveLength(1);
  expect(physical("icon={<Send />}")).toHaveLength(1);
  expect(physical('<ArrowLeft className="rtl:-scale-x-100 size-4" />')).toEqual([]);
  expect(physical("<SendDialog />")).toEqual([]);
});
