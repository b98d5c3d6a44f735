import { useQuery } from "@tanstack/react-query";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import type { Test } from "@/api/types";

type OfferedLanguages = Reply<"/tests/languages", "get">;

/** Poll interval in ms: a runner comes and goes without an event. */
const POLL = 30_000;

/** Languages of the code in a test that is judged by running it. What pools may draw is not known here. */
export function judgedLanguages({ questions }: Test): string[] {
  const judged = questions.filter(({ tests = [] }) => tests.length > 0);
  const named = judged.flatMap(({ expected_language, languages = [] }) => [
    ...(expected_language ? [expected_language] : []),
    ...languages,
  ]);
  return [...new Set(named)];
}

/** Why code of a test would wait now; empty if it would not. */
export function waitingWords(test: Test, offered: OfferedLanguages | undefined): string {
  const needed = judgedLanguages(test);
  if (!offered || needed.length === 0) return "";
  if (!offered.languages) return "Code cannot be judged: no runner";
  const known = new Set(offered.languages.map(({ name }) => name));
  const missing = needed.filter((language) => !known.has(language));
  return missing.length > 0 ? `No runner for ${missing.sort().join(", ")}` : "";
}

/** What can be judged now: one call for all cards of a list, and none if no test has code to judge. */
export function useOfferedLanguages(tests: Test[]): OfferedLanguages | undefined {
  const enabled = tests.some((test) => judgedLanguages(test).length > 0);
  return useQuery({ ...queryOf("/tests/languages"), enabled, refetchInterval: POLL }).data;
}
