import { useQueryClient } from "@tanstack/react-query";
import { useUrlState } from "@/lib/url-state";
import { AnswerWalk } from "../AnswerWalk";
import { NamesHidden } from "../NamesHidden";
import type { AnswerFilter } from "../queries";
import { markingTarget } from "../targets";
import { MarkingPictures } from "./MarkingPictures";
import { markingQuery, useAssigned, useMarkingAnswers } from "./queries";
import { t } from "./texts";

interface Props {
  test: string;
  question: string;
  onBack: () => void;
}

/** The answers to one question that wait for the signed-in account; nothing says whose they are. */
export function MarkingReview({ test, question, onBack }: Props) {
  const client = useQueryClient();
  const { params, change } = useUrlState();
  const filter: AnswerFilter = params.get("show") === "all" ? "all" : "pending";
  const query = useMarkingAnswers(test, question, filter);
  const assigned = useAssigned();
  const answers = query.data?.pages.flatMap((page) => page.items);
  const asked = assigned.data?.questions.find((one) => one.test_id === test && one.question_id === question);
  return (
    <>
      {asked?.names_hidden && <NamesHidden />}
      <AnswerWalk
        answers={answers}
        pages={query}
        filter={filter}
        allLabel={t("scoredByYou")}
        noneText={t("noneScored")}
        onFilter={(show) => change({ show: show === "all" ? "all" : null }, { replace: true })}
        keyOf={({ marking_id }) => marking_id}
        targetOf={({ marking_id }) => markingTarget(client, marking_id)}
        whoOf={() => null}
        submittedAt={() => null}
        closedOf={({ state }) => (state === "closed" ? t("closed") : null)}
        withPictures={({ marking_id }, review) => (
          <MarkingPictures marking={marking_id}>{review}</MarkingPictures>
        )}
        rubric={answers?.find(({ rubric }) => rubric !== undefined)?.rubric}
        left={asked?.left}
        onBack={onBack}
        onAnswer={(fresh, key) =>
          client.setQueryData(
            markingQuery(test, question, filter).queryKey,
            (before) =>
              before && {
                ...before,
                pages: before.pages.map((page) => ({
                  ...page,
                  items: page.items.map((old) => (old.marking_id === key ? { ...old, ...fresh } : old)),
                })),
              },
          )
        }
      />
    </>
  );
}
