import { useQuery } from "@tanstack/react-query";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import type { OfferedLanguage, Question, Test } from "@/api/types";
import { t } from "@/features/tests/check-texts";

type OfferedLanguages = Reply<"/tests/languages", "get">;
type Judgeable = Pick<Question, "type" | "tests" | "languages" | "expected_language">;

/** Poll interval in ms: a runner comes and goes without an event. */
const POLL = 30_000;

/** The questions whose code is judged by running it. What pools may draw is not known here. */
export const judged = <Q extends Judgeable>(questions: readonly Q[]): Q[] =>
  questions.filter(({ type, tests = [] }) => type === "coding" && tests.length > 0);

/** Their languages that no runner offers now, in order; each once. */
export function missingLanguages(
  questions: readonly Judgeable[],
  offered: readonly OfferedLanguage[] | null,
): string[] {
  const known = new Set(offered?.map(({ name }) => name));
  const needed = judged(questions).flatMap(({ expected_language, languages = [] }) =>
    languages.length > 0 ? languages : expected_language ? [expected_language] : [],
  );
  return [...new Set(needed)].filter((language) => !known.has(language)).sort();
}

/** Why code of a test would wait now; empty if it would not. */
export function waitingWords({ questions }: Test, offered: OfferedLanguages | undefined): string {
  if (!offered || judged(questions).length === 0) return "";
  if (!offered.languages) return t("noRunner");
  const missing = missingLanguages(questions, offered.languages);
  return missing.length > 0 ? t("noRunnerFor", { languages: missing.join(", ") }) : "";
}

/** What can be judged now: one call for all cards of a list, and none if no test has code to judge. */
export function useOfferedLanguages(tests: Test[]): OfferedLanguages | undefined {
  const enabled = tests.some(({ questions }) => judged(questions).length > 0);
  return useQuery({ ...queryOf("/tests/languages"), enabled, refetchInterval: POLL }).data;
}
