import type { Question } from "@/api/questions";
import type { OfferedLanguage } from "@/api/types";
import { questionLine } from "@/features/staff-shared/answers/question-line";
import { judged, missingLanguages } from "../readiness/missing";
import type { Readiness } from "../readiness/ReadinessNotice";

/** What a test that is not stored yet lacks, as its `readiness` would say. */
export function readinessOf(
  questions: readonly Question[],
  offered: readonly OfferedLanguage[] | null,
): Readiness {
  const code = judged(questions);
  const isUnsolved = ({ tests = [], reference_solutions = [] }: Question) =>
    tests.some(({ visible }) => !visible) && reference_solutions.length === 0;
  return {
    cannot_start: null,
    lacks_runner: code.length > 0 && !offered,
    missing_languages: missingLanguages(code, offered),
    unsolved_questions: code.filter(isUnsolved).map(questionLine),
    failed_solutions: [],
    running_solutions: false,
  };
}
