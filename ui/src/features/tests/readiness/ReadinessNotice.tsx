import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";

export type Readiness = Reply<"/tests/{id}/readiness", "get">;

/** Causes that would keep candidates of a test, or their code, waiting; a sentence each. */
export function readinessWords(readiness: Readiness): string[] {
  const { cannot_start, lacks_runner, missing_languages, unsolved_questions, failed_solutions } = readiness;
  const waits = "Candidates can take the test; their code waits until";
  return [
    ...(cannot_start ? [`No candidate can start. ${cannot_start}`] : []),
    ...(lacks_runner
      ? [`Code cannot be judged at the moment: no code runner is connected. ${waits} one is.`]
      : []),
    ...(!lacks_runner && missing_languages.length > 0
      ? [
          `Code in ${missing_languages.join(", ")} cannot be judged at the moment: no code runner offers it. ${waits} a runner does.`,
        ]
      : []),
    ...unsolved_questions.map(
      (question) => `No reference solution shows that the hidden tests can be passed: ${question}`,
    ),
    ...failed_solutions.map(({ question, objection }) => `${objection} The question: ${question}`),
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
