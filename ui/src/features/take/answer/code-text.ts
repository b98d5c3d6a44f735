import type { CandidateQuestion } from "@/api/types";
import { fitsAnswer } from "@/lib/answer-text";

/** Code as it is edited: an answer is its source, or names its language where there are several. */
export interface CodeText {
  language: string;
  source: string;
}

/** The languages of a question; empty if any may be used. */
export const languagesOf = ({ languages = [], expected_language }: CandidateQuestion): string[] =>
  languages.length > 0 ? languages : expected_language ? [expected_language] : [];

const isCode = (value: unknown): value is CodeText =>
  typeof value === "object" &&
  value !== null &&
  "language" in value &&
  "source" in value &&
  typeof value.language === "string" &&
  typeof value.source === "string" &&
  Object.keys(value).length === 2;

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

const firstOf = (question: CandidateQuestion) => question.expected_language ?? languagesOf(question)[0] ?? "";

/** Text of an untouched answer, in the language that was chosen if the question still has it. */
export function starterOf(question: CandidateQuestion, chosen?: string): CodeText {
  const language = languagesOf(question).find((name) => name === chosen) ?? firstOf(question);
  return { language, source: question.starter_code?.[language] ?? "" };
}

/** Reads an answer; `blank` is what a blank one shows. */
export function readCode(question: CandidateQuestion, answer: string, blank = starterOf(question)): CodeText {
  const languages = languagesOf(question);
  const first = firstOf(question);
  if (answer.trim() === "") return blank;
  const code = languages.length > 1 && answer.trimStart().startsWith("{") ? parsed(answer) : undefined;
  return isCode(code) && languages.includes(code.language) ? code : { language: first, source: answer };
}

/** The answer to save. Blank code is not an answer. */
export function writeCode(question: CandidateQuestion, { language, source }: CodeText): string {
  if (source.trim() === "") return "";
  return languagesOf(question).length > 1 ? JSON.stringify({ language, source }) : source;
}

/** Whether code can be stored: beside its language, it takes more than itself. */
export const fitsCode = (question: CandidateQuestion, code: CodeText): boolean =>
  fitsAnswer(writeCode(question, code));

/** Another language, with its starter code unless something was written. */
export function inLanguage(question: CandidateQuestion, code: CodeText, language: string): CodeText {
  const starter = (name: string) => question.starter_code?.[name] ?? "";
  const isUntouched = code.source.trim() === "" || code.source === starter(code.language);
  return { language, source: isUntouched ? starter(language) : code.source };
}
