import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { queryOf } from "@/api/query";
import type { SimilarAnswer, SimilarPair } from "@/api/ranking";
import { formatDateTime } from "@/lib/format";
import { ButtonLink } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "../tool-texts";
import { originWords } from "./labels";

function Answer({ answer, isCode }: { answer: SimilarAnswer; isCode: boolean }) {
  return (
    <div className="min-w-0">
      <h3 dir="auto" className="font-medium text-sm">
        {answer.applicant_name}
      </h3>
      <p className="text-muted text-xs">{t("submittedAt", { date: formatDateTime(answer.submitted_at) })}</p>
      <p className="text-muted text-xs">{originWords(answer.origin)}</p>
      <pre
        dir="auto"
        className={clsx(
          "mt-2 max-h-[32rem] overflow-auto whitespace-pre-wrap break-words rounded-control border border-line bg-subtle p-3",
          isCode ? "font-mono text-xs leading-5" : "font-sans text-sm leading-6",
        )}
        // A scrollable box is reached by keyboard too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls.
        tabIndex={0}
      >
        {answer.pieces.map((piece, place) =>
          piece.passage === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name.
            <span key={place}>{piece.text}</span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <mark key={place} className={clsx("toned tone-amber rounded-sm", "underline decoration-dotted")}>
              <sup className="me-0.5 select-none font-sans text-[0.65rem]">{piece.passage + 1}</sup>
              {piece.text}
            </mark>
          ),
        )}
      </pre>
    </div>
  );
}

/** Two similar answers beside each other; passages that both have carry the same number. */
export function PairView({ test, pair }: { test: string; pair: SimilarPair }) {
  const { question_id } = pair;
  const isCode = pair.question_type === "coding";
  const first = pair.first.submission_id;
  const second = pair.second.submission_id;
  const { data, error, refetch, isFetching } = useQuery(
    queryOf("/tests/{id}/similarity/pair", { path: { id: test }, query: { question_id, first, second } }),
  );
  const histories = new URLSearchParams({
    tab: "results",
    history: first,
    beside: second,
    question: question_id,
  });
  return (
    <div className="space-y-3 border-line rounded-b-card border-t bg-surface px-5 py-4">
      {error && !data && <QueryError title={t("answersFailed")} {...{ error, refetch, isFetching }} />}
      {!data && !error && <Skeleton className="h-48" />}
      {data && (
        <>
          <div className="grid gap-4 lg:grid-cols-2">
            <Answer answer={data.first} isCode={isCode} />
            <Answer answer={data.second} isCode={isCode} />
          </div>
          {data.first.origin && data.second.origin && (
            <ButtonLink variant="secondary" size="sm" to={`/admin?${histories}`}>
              {t("bothHistories")}
            </ButtonLink>
          )}
        </>
      )}
    </div>
  );
}
