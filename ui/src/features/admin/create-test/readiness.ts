import type { Question } from "@/api/questions";
import type { OfferedLanguage } from "@/api/types";
import { readableSource } from "../questions/source";
import type { Readiness } from "../readiness/ReadinessNotice";

/** What a test that is not stored yet lacks, as its `readiness` would say. */
export function readinessOf(
  questions: readonly Question[],
  offered: readonly OfferedLanguage[] | null,
): Readiness {
  const judged = questions.filter(({ type, tests = [] }) => type === "coding" && tests.length > 0);
  const needed = judged.flatMap(({ expected_language, languages = [] }) =>
    languages.length > 0 ? languages : expected_language ? [expected_language] : [],
  );
  const isOffered = (language: string) => offered?.some(({ name }) => name === language) ?? false;
  const isUnsolved = ({ tests = [], reference_solutions = [] }: Question) =>
    tests.some(({ visible }) => !visible) && reference_solutions.length === 0;
  return {
    cannot_start: null,
    lacks_runner: judged.length > 0 && !offered,
    missing_languages: [...new Set(needed)].filter((language) => !isOffered(language)).sort(),
    unsolved_questions: judged.filter(isUnsolved).map(readableSource),
  };
}
