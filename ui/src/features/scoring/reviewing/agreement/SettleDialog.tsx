import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import type { Disagreement } from "@/api/types";
import { points } from "@/lib/format";
import { Button, ButtonLink } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { ConflictNotice } from "../../ConflictNotice";
import { PartialPoints } from "../../PartialPoints";
import { partialPoints, statusOf } from "../../score";
import { submissionTarget } from "../../targets";
import { useScore } from "../../useScore";
import { toSettleQuery } from "../queries";
import { t } from "../texts";

function Mark({ mark, busy, onTake }: { mark: Disagreement["first"]; busy: boolean; onTake: () => void }) {
  return (
    <div className="min-w-0 rounded-control border border-line p-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-sm">
          <bdi className="block truncate text-muted text-xs">{mark.by}</bdi>
          <span className="font-semibold tabular-nums">{points(mark.score)}</span>
        </p>
        <Button
          variant="secondary"
          size="sm"
          disabled={busy}
          aria-label={t("takeOf", { points: points(mark.score), by: mark.by })}
          onClick={onTake}
        >
          {t("take")}
        </Button>
      </div>
      {mark.comments && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap break-words text-ink-2 text-xs">
          {mark.comments}
        </p>
      )}
    </div>
  );
}

function Row({ answer }: { answer: Disagreement }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const { submission_id, question_id, first, second } = answer;
  const { busy, send, conflict, takeTheirs, keepMine } = useScore({
    target: submissionTarget(client, submission_id, question_id),
    onAnswer: () => undefined,
  });
  const give = (score: number, comments: string) => {
    const status = statusOf(score, {
      points: answer.points,
      manual_score: null,
      manual_score_status: "pending",
    });
    send({ score_status: status, manual_score: score, comments, version: answer.version });
  };
  const giveTyped = () => {
    const value = typed.trim() === "" ? null : partialPoints(typed, answer.points);
    setWrong(value === null);
    if (value !== null) give(value, first.comments ?? "");
  };
  const query = new URLSearchParams({ tab: "scoring", submission: submission_id });
  return (
    <li className="space-y-3 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p dir="auto" className="min-w-0 flex-1 font-medium text-sm">
          {answer.question}
        </p>
        <p className="text-muted text-xs tabular-nums">
          <bdi>{answer.applicant_name}</bdi>, {points(answer.points)}
        </p>
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Mark mark={first} busy={busy} onTake={() => give(first.score, first.comments ?? "")} />
        <Mark mark={second} busy={busy} onTake={() => give(second.score, second.comments ?? "")} />
      </div>
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          rubric={undefined}
          busy={busy}
          onTheirs={takeTheirs}
          onMine={keepMine}
        />
      )}
      <div className="flex flex-wrap items-start gap-2">
        <PartialPoints
          points={answer.points}
          value={typed}
          wrong={isWrong}
          onChange={(text) => {
            setTyped(text);
            setWrong(false);
          }}
          onGive={giveTyped}
        />
        <Button variant="secondary" busy={busy} onClick={giveTyped}>
          {t("givePoints")}
        </Button>
        <ButtonLink variant="ghost" to={`/admin?${query}`} target="_blank">
          {t.rich("readAnswer", { hidden: (inside) => <span className="sr-only">{inside}</span> })}
        </ButtonLink>
      </div>
    </li>
  );
}

/** The answers whose two scores differ; an administrator decides each. */
export function SettleDialog({ test, onClose }: { test: string; onClose: () => void }) {
  const query = useInfiniteQuery(toSettleQuery(test));
  const { data, error, refetch, isFetching } = query;
  const answers = data?.pages.flatMap(({ items }) => items);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={t("toSettle")}
      description={t("toSettleText")}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      {error && !data && <QueryError title={t("answersNotLoaded")} {...{ error, refetch, isFetching }} />}
      {!answers && !error && <Skeleton className="h-64" />}
      {answers?.length === 0 && (
        <EmptyState icon={<CircleCheckBig />} title={t("allSettled")} text={t("allSettledText")} />
      )}
      <ul className="divide-y divide-line">
        {answers?.map((answer) => (
          <Row key={`${answer.submission_id} ${answer.question_id}`} answer={answer} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Dialog>
  );
}
