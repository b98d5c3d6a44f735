import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { choicesOf, textsOf } from "@/api/questions";
import type { DrawnPaper, Test } from "@/api/types";
import { PassageText } from "@/features/staff-shared/answers/PassageText";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { t } from "@/features/tests/check-texts";
import { kindLabel, points, questionCount } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/ErrorState";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { SkeletonList } from "@/ui/Skeleton";
import { newSeed } from "./seed";

type Drawn = DrawnPaper["sections"][number]["questions"][number];

/** Options to choose from, in the order of this paper. */
function Options({ question }: { question: Drawn }) {
  const contents = question.option_contents ?? [];
  const options = [
    ...textsOf(question).map((text, index) => ({ id: text, text, content: contents[index] })),
    ...choicesOf(question),
  ];
  if (options.length === 0) return null;
  return (
    <ul className="mt-1.5 ms-5 list-disc space-y-0.5 ps-4 text-ink-2 text-sm">
      {options.map(({ id, text, content }) => (
        <li key={id}>
          <FormattedText content={content} source={text} />
        </li>
      ))}
    </ul>
  );
}

function Paper({ paper: { sections, total_points, passages = [] } }: { paper: DrawnPaper }) {
  let number = 0;
  const count = sections.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <section
      aria-label={t("paper")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      className="space-y-5 outline-none"
    >
      <p role="status" className="text-muted text-sm tabular-nums">
        {t("size", { questions: questionCount(count), points: points(total_points) })}
      </p>
      {sections.map(({ title, questions, ...section }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id and never move here
        <section key={place} aria-label={title || t("section", { number: place + 1 })}>
          {(title || sections.length > 1) && (
            <h3 dir="auto" className="mb-2 font-semibold text-sm">
              {title || t("section", { number: place + 1 })}
            </h3>
          )}
          {section.instructions && (
            <FormattedText
              content={section.instructions_content}
              source={section.instructions}
              className="mb-2 text-sm"
            />
          )}
          <ol className="divide-y divide-line rounded-control border border-line">
            {questions.map((question, index) => {
              number += 1;
              const passage = passageBefore(questions, passages, index);
              return (
                <li key={question.id} className="px-4 py-3 text-sm">
                  {passage && <PassageText passage={passage} />}
                  <QuestionText asked={question} number={number} />
                  <Options question={question} />
                  <p className="mt-1.5 text-muted text-xs tabular-nums">
                    {kindLabel(question.type)}, {points(question.points)}
                    {question.bank && t("fromBank", { version: question.bank.version })}
                  </p>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </section>
  );
}

interface Props {
  test: Pick<Test, "id" | "title">;
  /** The form behind it holds changes that no paper has yet. */
  unsaved?: boolean | undefined;
  onClose: () => void;
}

/** A paper of the stored test as a candidate could get it; another one at each press. */
export function PaperDialog({ test, unsaved = false, onClose }: Props) {
  const [seed, setSeed] = useState(newSeed);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf("/tests/{id}/papers/{seed}", { path: { id: test.id, seed } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t.rich("paperOf", { title: <bdi>{test.title}</bdi> })}
      description={unsaved ? t("paperUnsaved") : t("paperText")}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("close")}
          </Button>
          <Button
            busy={isFetching}
            icon={<Dices aria-hidden="true" className="size-4" />}
            onClick={() => setSeed(newSeed())}
          >
            {t("drawAnother")}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState
          title={t("noPaper")}
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        ((data && <Paper paper={data} />) ?? <SkeletonList rows={4} label={t("drawing")} />)
      )}
    </Dialog>
  );
}
