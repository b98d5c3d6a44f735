import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import { t } from "@/features/tests/check-texts";
import { serverWords } from "@/lib/server-words";
import { languageName } from "@/lib/timeline";

export type Readiness = Reply<"/tests/{id}/readiness", "get">;

/** Causes that would keep candidates of a test, or their code, waiting, and what they read in the original; a sentence each. */
export function readinessWords(readiness: Readiness): string[] {
  const { cannot_start, lacks_runner, missing_languages, unsolved_questions, failed_solutions } = readiness;
  const { translations = [] } = readiness;
  return [
    ...(cannot_start ? [t("cannotStart", { why: serverWords(cannot_start) })] : []),
    ...(lacks_runner ? [t("lacksRunner")] : []),
    ...(!lacks_runner && missing_languages.length > 0
      ? [t("lacksLanguages", { languages: missing_languages.join(", ") })]
      : []),
    ...unsolved_questions.map((question) => t("unsolved", { question })),
    ...failed_solutions.map(({ question, objection }) =>
      t("failedSolution", { objection: serverWords(objection), question }),
    ),
    ...translations.flatMap(({ language, missing, changed }) => {
      const name = languageName(language);
      return [
        ...(missing > 0 ? [t("translationMissing", { name, count: missing })] : []),
        ...(changed > 0 ? [t("translationChanged", { name, count: changed })] : []),
      ];
    }),
  ];
}

/** While solutions are being run. */
const SOLUTIONS_POLL_MS = 3_000;

/** Says on a test, and before invitations are sent, what would keep candidates, or their code, waiting. */
export function ReadinessNotice({ test, className }: { test: string; className?: string }) {
  const { data } = useQuery({
    ...queryOf("/tests/{id}/readiness", { path: { id: test } }),
    enabled: test !== "",
    refetchInterval: ({ state }) => (state.data?.running_solutions ? SOLUTIONS_POLL_MS : false),
  });
  return <ReadinessSentences words={data ? readinessWords(data) : []} className={className} />;
}

/** Nothing without words. */
export function ReadinessSentences({ words, className }: { words: readonly string[]; className?: string }) {
  if (words.length === 0) return null;
  return (
    <div
      role="status"
      className={clsx("toned tone-amber flex gap-2 rounded-control px-3 py-2 text-sm", className)}
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        {words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}
