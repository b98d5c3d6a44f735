// The refusals of the server against its source: each code has words in each language of staff, and each sentence that the page
// looks for is one that the server says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOLE, literalsOf, patternOf, rustFiles, SERVER, withHoles } from "@/test/rust";
import type { Messages } from "..";

const SENTENCES = [
  "attempt-states",
  "export-losses",
  "import-files",
  "import-packages",
  "import-questions",
  "mail-reasons",
  "other-parties",
  "refusal-details",
  "refusal-fields",
  "refusal-questions",
  "refusal-sentences",
  "refusal-settings",
  "rehearsal-results",
  "server-notes",
];

const only = (module: Record<string, Messages>): Messages => Object.values(module)[0] ?? {};
const load = async (tag: string, file: string) => only(await import(`./${tag}/${file}.ts`));
const codes = [
  ...readFileSync(join(SERVER, "domain/error_code.rs"), "utf8").matchAll(/^ {4}\w+ => "(\w+)",$/gm),
].map(([, code = ""]) => code);

describe.each(["en", "de", "fr"])("the codes in %s", (tag) => {
  it("all have words for staff", async () => {
    const [ofStaff, ofCandidates] = [
      await load(tag, "refusals-staff"),
      only(await import(`../${tag}/refusals.ts`)),
    ];
    expect(codes.length).toBeGreaterThan(130);
    expect(codes.filter((code) => !(code in ofStaff) && !(code in ofCandidates))).toEqual([]);
    expect(Object.keys(ofStaff).filter((key) => !codes.includes(key))).toEqual([]);
  });
});

const asPart = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");

describe("the sentences of the server", async () => {
  const literals = new Set(
    rustFiles("").flatMap((file) => literalsOf(readFileSync(join(SERVER, file), "utf8"))),
  );
  const sentences = [...literals].filter((text) => text.includes(" "));
  const templates = sentences
    .filter((text) => text.includes(HOLE) && text.replaceAll(HOLE, "").length > 0)
    .map((text) => new RegExp(patternOf(text).source.replaceAll("+?", "*?")));
  const isSaid = (text: string) => {
    if (literals.has(text)) return true;
    // A part of a sentence may be said as one.
    const pattern = new RegExp(`${patternOf(text).source}|${patternOf(asPart(text)).source}`);
    // "Question 2: " may stand before it, in the same text.
    return sentences.some(
      (literal) => pattern.test(literal) || literal.endsWith(`: ${text}`) || literal.endsWith(`: ${text}.`),
    );
  };
  /** "Lines 2 and 5". */
  const isCounted = (part: string) =>
    part.endsWith(` ${HOLE}`) && literals.has(part.slice(0, -2).toLowerCase());
  /** "could not be run: too many files". */
  const isNoted = (part: string) => part.endsWith(`: ${HOLE}`) && literals.has(part.slice(0, -3));
  /** One text of the server with others of it inside, some of which may be absent. */
  const isComposed = (text: string) =>
    templates.some((template) => {
      const [, ...inside] = template.exec(text) ?? [];
      return (
        inside.length > 0 &&
        inside.every(
          (part) => ["", HOLE].includes(part) || literals.has(part) || isCounted(part) || isNoted(part),
        )
      );
    });
  /** "Question 2: " before a sentence. */
  const isLabelled = (text: string) => {
    const [, label] = /^([\w ]+) \0: \0$/.exec(text) ?? [];
    return (
      label !== undefined &&
      [label, `${label} ${HOLE}`, `${label} ${HOLE}: `].some((one) => literals.has(one))
    );
  };

  it.each(SENTENCES)("are those that %s knows", async (file) => {
    const texts = Object.values(await load("en", file)).map(withHoles);
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => !isSaid(text) && !isComposed(text) && !isLabelled(text))).toEqual([]);
  });

  it("are each known once", async () => {
    const texts = (await Promise.all(SENTENCES.map((file) => load("en", file))))
      .flatMap(Object.values<string>)
      .map(withHoles);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it("name all that a version guards against lost changes", async () => {
    const guarded = rustFiles("service").flatMap((file) =>
      [
        ...readFileSync(join(SERVER, file), "utf8").matchAll(
          /(?:require_version|changed_version)\([^;"]*"([^"]+)"\)/g,
        ),
      ].map(([, what = ""]) => what),
    );
    const texts = Object.values(await load("en", "refusal-sentences")).map(withHoles);
    expect(guarded.length).toBeGreaterThan(15);
    expect(guarded.filter((what) => !texts.includes(`${HOLE} has changed ${what} in the meantime.`))).toEqual(
      [],
    );
  });

  it("would be missed (control)", () => {
    expect(isSaid("There is no such elephant in this room.")).toBe(false);
    expect(isComposed("There is no such elephant.")).toBe(false);
    expect(isComposed("There is no such test.")).toBe(true);
  });
});
