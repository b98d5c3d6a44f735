import { ArrowLeft, CircleCheckBig, Keyboard } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { errorText } from "@/api/client";
import type { Rubric, ScoringAnswer } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { KeysDialog } from "@/ui/KeysDialog";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { AnswerReview } from "./AnswerReview";
import { keyWords, moved, nextPending } from "./keys";
import type { AnswerFilter } from "./queries";
import { hasItems } from "./rubric/rules";
import type { ScoreTarget } from "./targets";
import { t } from "./texts";

/** Number of answers before the end of the loaded ones at which the next page is fetched. */
const LOOKAHEAD = 5;

/** The loaded part of a list of answers. */
interface AnswerPages {
  error: Error | null;
  refetch: () => unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface Props<Answer extends ScoringAnswer> {
  answers: Answer[] | undefined;
  pages: AnswerPages;
  filter: AnswerFilter;
  onFilter: (filter: AnswerFilter) => void;
  /** Values that identify an answer among the others. */
  keyOf: (answer: Answer) => string;
  targetOf: (answer: Answer) => ScoreTarget;
  whoOf: (answer: Answer, place: number) => string | null;
  submittedAt: (answer: Answer) => string | null;
  rubric: Rubric | undefined;
  left: number | undefined;
  /** Why an answer takes no score any more; null while it does. */
  closedOf?: (answer: Answer) => string | null;
  /** How the answer's question gets its pictures, where that differs from the page's way. */
  withPictures?: (answer: Answer, review: ReactNode) => ReactNode;
  /** A dialog is open above. */
  paused?: boolean;
  /** Hides or shows names; absent where there are none. */
  onNames?: () => void;
  onAnswer: (answer: ScoringAnswer, key: string) => void;
  onBack: () => void;
  /** The choice that includes scored answers, and what is said where it has none. */
  allLabel: string;
  noneText: string;
  /** Shown at the right of the bar. */
  actions?: ReactNode;
  /** The way on once every answer is scored. */
  next?: ReactNode;
}

/** The answers to one question, one at a time. */
export function AnswerWalk<Answer extends ScoringAnswer>(props: Props<Answer>) {
  const { answers = [], pages, filter, keyOf, rubric } = props;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const [index, setIndex] = useState(0);
  const [help, setHelp] = useState(false);
  const at = Math.min(index, answers.length - 1);
  const current = answers[at];

  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && index >= answers.length - LOOKAHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, index, answers.length, fetchNextPage]);

  const answered = current && (
    <AnswerReview
      key={keyOf(current)}
      answer={current}
      target={props.targetOf(current)}
      rubric={rubric}
      who={props.whoOf(current, at + 1)}
      closed={props.closedOf?.(current) ?? null}
      submittedAt={props.submittedAt(current)}
      left={props.left}
      place={at + 1}
      count={answers.length}
      more={hasNextPage}
      paused={help || props.paused === true}
      onMove={(by) => setIndex(moved(at, by, answers.length))}
      onNames={() => props.onNames?.()}
      onHelp={() => setHelp(true)}
      onScored={() => setIndex(nextPending(answers, at))}
      onAnswer={(fresh) => props.onAnswer(fresh, keyOf(current))}
    />
  );
  const review = current && props.withPictures ? props.withPictures(current, answered) : answered;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="ghost" icon={ArrowLeft} turns onClick={props.onBack}>
          {t("backToQuestions")}
        </Button>
        <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-between">
          {props.actions}
          <Field label={t("show")} hideLabel className="w-44 max-sm:flex-1">
            <Select
              value={filter}
              onChange={(event) => {
                setIndex(0);
                props.onFilter(event.target.value === "all" ? "all" : "pending");
              }}
              options={[
                { value: "pending", label: t("notScoredYet") },
                { value: "all", label: props.allLabel },
              ]}
            />
          </Field>
          <Button variant="secondary" className="max-sm:hidden" icon={Keyboard} onClick={() => setHelp(true)}>
            {t("shortcuts")}
          </Button>
        </div>
      </div>
      {pages.error && !props.answers && (
        <ErrorState
          title={t("answersNotLoaded")}
          detail={errorText(pages.error)}
          onRetry={() => void pages.refetch()}
          busy={pages.isFetching}
        />
      )}
      {!props.answers && !pages.error && (
        <div role="status" aria-label={t("loadingAnswers")}>
          <Skeleton className="h-96 rounded-card" />
        </div>
      )}
      {props.answers && !current && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={<CircleCheckBig />}
            title={filter === "pending" ? t("allCaughtUp") : t("noAnswers")}
            text={filter === "pending" ? t("allScoredText") : props.noneText}
            action={
              filter === "pending" && (
                <>
                  <Button variant="secondary" onClick={() => props.onFilter("all")}>
                    {t("showScored")}
                  </Button>
                  {props.next}
                </>
              )
            }
          />
        </div>
      )}
      {review}
      <KeysDialog
        open={help}
        onOpenChange={setHelp}
        keys={keyWords({ rubric: hasItems(rubric), names: props.onNames !== undefined })}
      />
    </div>
  );
}
