import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { queryOf } from "@/api/query";
import type { OfferedLanguage, Test } from "@/api/types";

/** Languages of a test whose code no runner could judge now. */
export function unjudged(
  test: Pick<Test, "questions">,
  offered: readonly OfferedLanguage[] | null,
): string[] {
  const tested = test.questions.flatMap(({ tests, languages }) => (tests?.length ? (languages ?? []) : []));
  const isOffered = (language: string) => offered?.some(({ name }) => name === language) ?? false;
  return [...new Set(tested)].filter((language) => !isOffered(language));
}

/** Says before invitations are sent that submitted code would have to wait for a runner. */
export function JudgingNotice({ test }: { test: Test | undefined }) {
  const isTested = test?.questions.some(({ tests }) => tests?.length) ?? false;
  const { data } = useQuery({ ...queryOf("/tests/languages"), enabled: isTested });
  if (!test || !data) return null;
  const missing = unjudged(test, data.languages ?? null);
  if (missing.length === 0) return null;
  return (
    <p role="status" className="toned tone-amber flex gap-2 rounded-control px-3 py-2 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Code in {missing.join(", ")} cannot be judged at the moment: no code runner offers it. Candidates can
        take the test; their code waits until a runner does.
      </span>
    </p>
  );
}
