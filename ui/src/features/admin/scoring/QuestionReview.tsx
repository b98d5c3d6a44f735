import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, CircleCheckBig, Keyboard } from "lucide-react";
import { useEffect, useState } from "react";
import { errorText } from "@/api/client";
import { local } from "@/lib/storage";
import { useUrlState } from "@/lib/url-state";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { KeysDialog } from "@/ui/KeysDialog";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { AnswerReview } from "./AnswerReview";
import { KEY_WORDS, moved, nextPending } from "./keys";
import { type AnswerFilter, answersQuery, useCandidateAnswers } from "./queries";

const HIDE_NAMES = "scoring_hide_names";
/** Number of answers before the end of the loaded ones at which the next page is fetched. */
const LOOKAHEAD = 5;

interface Props {
  test: string;
  question: string;
  onBack: () => void;
}

export function QuestionReview({ test, question, onBack }: Props) {
  const client = useQueryClient();
  const { params, change } = useUrlState();
  const filter: AnswerFilter = params.get("show") === "all" ? "all" : "pending";
  const query = useCandidateAnswers(test, question, filter);
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [index, setIndex] = useState(0);
  const [hidden, setHidden] = useState(() => local.get(HIDE_NAMES) === "1");
  const [help, setHelp] = useState(false);
  const answers = data?.pages.flatMap((page) => page.items) ?? [];
  const current = answers[Math.min(index, answers.length - 1)];
  const hide = (on: boolean) => {
    setHidden(on);
    local.set(HIDE_NAMES, on ? "1" : "0");
  };

  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && index >= answers.length - LOOKAHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, index, answers.length, fetchNextPage]);

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          Back to questions
        </Button>
        <Checkbox
          className="ml-auto"
          label="Hide names"
          checked={hidden}
          onChange={(event) => hide(event.target.checked)}
        />
        <Field label="Show" hideLabel className="w-44">
          <Select
            value={filter}
            onChange={(event) => {
              setIndex(0);
              change({ show: event.target.value === "all" ? "all" : null }, { replace: true });
            }}
            options={[
              { value: "pending", label: "Not scored yet" },
              { value: "all", label: "All answers" },
            ]}
          />
        </Field>
        <Button
          variant="secondary"
          icon={<Keyboard aria-hidden="true" className="size-4" />}
          onClick={() => setHelp(true)}
        >
          Keyboard shortcuts
        </Button>
      </div>
      {error && !data && (
        <ErrorState
          title="The answers could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading the answers">
          <Skeleton className="h-96 rounded-card" />
        </div>
      )}
      {data && !current && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={<CircleCheckBig />}
            title={filter === "pending" ? "All Caught Up!" : "No answers yet"}
            text={
              filter === "pending"
                ? "Every answer to this question is scored."
                : "No answer to this question has been submitted."
            }
          />
        </div>
      )}
      {current && (
        <AnswerReview
          key={current.submission_id}
          answer={current}
          place={answers.indexOf(current) + 1}
          count={answers.length}
          more={hasNextPage}
          hidden={hidden}
          paused={help}
          onMove={(by) => setIndex(moved(answers.indexOf(current), by, answers.length))}
          onNames={() => hide(!hidden)}
          onHelp={() => setHelp(true)}
          onScored={() => setIndex(nextPending(answers, answers.indexOf(current)))}
          onAnswer={(fresh) =>
            client.setQueryData(
              answersQuery(test, question, filter).queryKey,
              (before) =>
                before && {
                  ...before,
                  pages: before.pages.map((page) => ({
                    ...page,
                    items: page.items.map((old) =>
                      old.submission_id === current.submission_id ? { ...old, ...fresh } : old,
                    ),
                  })),
                },
            )
          }
        />
      )}
      <KeysDialog open={help} onOpenChange={setHelp} keys={KEY_WORDS} />
    </div>
  );
}
