// What the server says of files that come in or go out, of a rehearsal, of emails that were not sent, and of attempts that are watched:
// all of it has words in the languages of staff.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOLE, literalsOf, patternOf, rustFiles, SERVER, withHoles } from "@/test/rust";
import { attemptStates } from "./en/attempt-states";
import { exportLosses } from "./en/export-losses";
import { importFiles } from "./en/import-files";
import { importPackages } from "./en/import-packages";
import { importQuestions } from "./en/import-questions";
import { mailReasons } from "./en/mail-reasons";
import { refusalDetails } from "./en/refusal-details";
import { refusalFields } from "./en/refusal-fields";
import { refusalQuestions } from "./en/refusal-questions";
import { refusalSentences } from "./en/refusal-sentences";
import { rehearsalResults } from "./en/rehearsal-results";

/** Texts that are no sentences for staff, by the reason. */
const EXCEPT: Record<string, string[]> = {
  "texts of errors of a library, which are looked for": [
    "recursion limit",
    "trailing characters",
    " at line ",
    "missing field `",
    "duplicate field `",
    "unknown variant `",
    "invalid type",
    "invalid value",
  ],
  "stands within a sentence of a library": ["an object", "a test, or a list of tests"],
  "the command line is in English": ["scores differently", "looks different"],
  "the name of what an import or an export makes": [
    "Imported questions",
    "Differs from the imported file:",
    "QTIv2.1 Package",
    "QTI Package",
    " [cut: a cell holds no more]",
    "yyyy-mm-dd hh:mm:ss",
    `// Other programs cannot read ${HOLE} of the question that follows.`,
  ],
  "what other programs write": [
    "significant figures",
    "Your answer is correct.",
    "Your answer is partially correct.",
    "Your answer is incorrect.",
    "file upload",
    "short response",
  ],
  "names of strokes in MathML": [
    "updiagonalstrike downdiagonalstrike",
    "downdiagonalstrike updiagonalstrike",
  ],
  "a refusal, which has words by its code": ["The output cannot be written."],
  "what only the page of a candidate sends": [
    `The name of a device must be one line of ${HOLE} characters at most.`,
  ],
};

/** Words, and not a file's own syntax. */
const IS_SAID = /\p{L}{2}\P{L}*\s\P{L}*\p{L}{2}/u;
const IS_MARKUP = /=\\?"|^<\?|^<\w+>|charset=/;
const IS_TEST = /(^|\/)(tests|\w+_tests|both_ways)\.rs$/;
/** Reasons for the compiler, and of names that are passed over: `("href", "read before")`. */
const REASONS = /reason = "[^"]*"|\(\s*"[^"]*",\s*"[a-z][^"]*[^".]",?\s*\)/g;

const texts = [
  attemptStates,
  exportLosses,
  importFiles,
  importPackages,
  importQuestions,
  mailReasons,
  refusalDetails,
  refusalFields,
  refusalQuestions,
  refusalSentences,
  rehearsalResults,
]
  .flatMap((messages) => Object.values<string>(messages))
  .map(withHoles);
const patterns = texts.filter((text) => /\p{L}/u.test(text)).map(patternOf);

/** "questions: This field is required.": the name of a field, or the place of a value, stands before many. */
const FIELD = /^[\w\0]+: /;

/** As the server makes a sentence of the words of a refusal. */
const asSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Whether it is a message, or a part of one that the server composes. */
const hasWords = (literal: string) =>
  [literal, `${literal}.`, asSentence(literal), literal.replace(FIELD, "")].some((text) =>
    patterns.some((pattern) => pattern.test(text)),
  ) || texts.some((text) => new RegExp(patternOf(literal.trim()).source.slice(1, -1)).test(text));

/** The texts of a file, without those of its tests. */
function textsOf(file: string): { file: string; text: string }[] {
  const [source = ""] = readFileSync(join(SERVER, file), "utf8").split(/#\[cfg\(test\)\]\nmod \w+ \{/);
  return literalsOf(source.replace(REASONS, ""))
    .filter((text) => IS_SAID.test(text) && !IS_MARKUP.test(text))
    .map((text) => ({ file, text }));
}

const withoutWords = (said: ReturnType<typeof textsOf>) => {
  const except = Object.values(EXCEPT).flat();
  return said
    .filter(({ text }) => !except.includes(text) && !hasWords(text))
    .map(({ file, text }) => `${file}: ${text}`);
};

describe.each(["service/import", "service/export"])("the sentences of %s", (folder) => {
  it("all have words in each language of staff", () => {
    const said = rustFiles(folder)
      .filter((file) => !IS_TEST.test(file))
      .flatMap(textsOf);
    expect(said.length).toBeGreaterThan(60);
    expect(withoutWords(said)).toEqual([]);
  });
});

describe.each(["rehearse/verdict.rs", "mail/failure.rs", "mail/verdict.rs"])(
  "the sentences of %s",
  (file) => {
    it("all have words in each language of staff", () => {
      // Others are looked for in the words of mail servers and libraries.
      const said = textsOf(file).filter(({ text }) => /^\p{Lu}|\0/u.test(text));
      expect(said.length).toBeGreaterThan(20);
      expect(withoutWords(said)).toEqual([]);
    });
  },
);

describe.each([
  "domain/standing.rs",
  "domain/camera.rs",
  "domain/exam_session/person.rs",
  "service/monitor/clips.rs",
  "service/query/gaps.rs",
])("the sentences of %s", (file) => {
  it("all have words in each language of staff", () => {
    const said = textsOf(file).filter(({ text }) => /^\p{Lu}.*\.$/u.test(text));
    expect(said.length).toBeGreaterThan(2);
    expect(withoutWords(said)).toEqual([]);
  });
});

it("would be missed without words (control)", () => {
  expect(hasWords("Elephants are not imported.")).toBe(false);
  expect(hasWords(`${HOLE} elephants are left out: at most ${HOLE} are possible.`)).toBe(false);
  expect(hasWords(`Programs ${HOLE} the file '${HOLE}' there, which is not so here.`)).toBe(true);
});
