import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { local } from "@/lib/storage";
import { useUrlState } from "@/lib/url-state";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { AnswerWalk } from "./AnswerWalk";
import { QuestionAgreement } from "./agreement/QuestionAgreement";
import { NamesHidden } from "./NamesHidden";
import {
  type AnswerFilter,
  answersQuery,
  rubricQuery,
  useCandidateAnswers,
  useReviewedQuestions,
} from "./queries";
import { MarkersAgreement } from "./reviewing/agreement/MarkersAgreement";
import { RubricDialog } from "./rubric-form/RubricDialog";
import { submissionTarget } from "./targets";
import { t } from "./texts";

const HIDE_NAMES = "scoring_hide_names";

interface Props {
  test: string;
  question: string;
  onChoose: (question: string) => void;
  onBack: () => void;
}

/** All candidates' answers to one question, as administrators score them. */
export function QuestionReview({ test, question, onChoose, onBack }: Props) {
  const client = useQueryClient();
  const { params, change } = useUrlState();
  const filter: AnswerFilter = params.get("show") === "all" ? "all" : "pending";
  const query = useCandidateAnswers(test, question, filter);
  const questions = useReviewedQuestions(test);
  const rubric = useQuery({ ...rubricQuery(test, question), retry: false });
  const [hidden, setHidden] = useState(() => local.get(HIDE_NAMES) === "1");
  const [editing, setEditing] = useState(false);
  const answers = query.data?.pages.flatMap((page) => page.items);
  const asked = questions.data?.questions.find(({ question_id }) => question_id === question);
  const next = questions.data?.questions.find((one) => one.pending > 0 && one.question_id !== question);
  // The instants are absent where the server itself hides the names.
  const anonymous = answers?.some(({ submitted_at }) => submitted_at === null) ?? false;
  const hide = (on: boolean) => {
    setHidden(on);
    local.set(HIDE_NAMES, on ? "1" : "0");
  };
  return (
    <>
      {anonymous && <NamesHidden />}
      <MarkersAgreement test={test} question={question} />
      <QuestionAgreement test={test} question={question} />
      <AnswerWalk
        // With a rubric, a digit chooses an item: without it yet, the same key would give a score.
        answers={rubric.isPending ? undefined : answers}
        pages={query}
        filter={filter}
        allLabel={t("allAnswers")}
        noneText={t("noneSubmitted")}
        onFilter={(show) => change({ show: show === "all" ? "all" : null }, { replace: true })}
        keyOf={({ submission_id }) => submission_id}
        targetOf={({ submission_id, id }) => submissionTarget(client, submission_id, id)}
        whoOf={({ applicant_name }, place) =>
          hidden && !anonymous ? t("candidateAt", { place }) : applicant_name
        }
        submittedAt={({ submitted_at }) => submitted_at}
        rubric={rubric.data}
        left={asked?.pending}
        paused={editing}
        onNames={() => hide(!hidden)}
        onBack={onBack}
        next={
          next && (
            <Button onClick={() => onChoose(next.question_id)}>
              {t("nextQuestion", { number: next.number, count: next.pending })}
            </Button>
          )
        }
        actions={
          <>
            {!anonymous && (
              <Checkbox
                label={t("hideNames")}
                checked={hidden}
                onChange={(event) => hide(event.target.checked)}
              />
            )}
            {rubric.data && (
              <Button variant="secondary" icon={ListChecks} onClick={() => setEditing(true)}>
                {t("rubric")}
              </Button>
            )}
          </>
        }
        onAnswer={(fresh, key) =>
          client.setQueryData(
            answersQuery(test, question, filter).queryKey,
            (before) =>
              before && {
                ...before,
                pages: before.pages.map((page) => ({
                  ...page,
                  items: page.items.map((old) => (old.submission_id === key ? { ...old, ...fresh } : old)),
                })),
              },
          )
        }
      />
      {editing && (
        <RubricDialog
          test={test}
          questions={[{ id: question, label: asked ? `${asked.number}. ${asked.question}` : "" }]}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
