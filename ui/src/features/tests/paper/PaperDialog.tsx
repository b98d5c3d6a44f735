import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import { useState } from "react";
import { queryOf } from "@/api/query";
import { choicesOf, textsOf } from "@/api/questions";
import type { DrawnPaper, Passage, Test } from "@/api/types";
import { PassageText } from "@/features/staff-shared/answers/PassageText";
import { QuestionText } from "@/features/staff-shared/answers/QuestionText";
import { languageName } from "@/features/staff-shared/language-name";
import { t } from "@/features/tests/check-texts";
import { kindLabel, points, questionCount } from "@/lib/format";
import { passageBefore } from "@/lib/passage";
import { inPage, type Languages, shownInstructions, shownPassage, shownTitle } from "@/lib/translated";
import { useUrlState } from "@/lib/url-state";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { QueryError } from "@/ui/QueryError";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { Select } from "@/ui/Select";
import { SkeletonList } from "@/ui/Skeleton";
import { newSeed } from "./seed";

type Drawn = DrawnPaper["sections"][number]["questions"][number];

/** Options to choose from, in the order of this paper, in the words of a translation where there is one. */
function Options({ question, languages }: { question: Drawn; languages: Languages }) {
  const translation = inPage(question, languages);
  const { option_contents: contents = [] } = translation ?? question;
  const words = translation && textsOf(translation);
  const choices = new Map(translation && choicesOf(translation).map((choice) => [choice.id, choice]));
  const options = [
    ...textsOf(question).map((text, index) => ({
      id: text,
      text: words?.[index] ?? text,
      content: contents[index],
    })),
    ...choicesOf(question).map((choice) => choices.get(choice.id) ?? choice),
  ];
  if (options.length === 0) return null;
  return (
    <ul className="mt-1.5 ms-5 list-disc space-y-0.5 ps-4 text-ink-2 text-sm">
      {options.map(({ id, text, content }) => (
        <li key={id}>
          <FormattedText
            content={content}
            source={text}
            lang={translation ? languages.page : languages.source}
          />
        </li>
      ))}
    </ul>
  );
}

interface AskedProps {
  question: Drawn;
  number: number;
  languages: Languages;
}

/** One question of a paper. */
function Asked({ question, number, languages }: AskedProps) {
  const translation = inPage(question, languages);
  const asked = translation
    ? { ...question, question: translation.question, content: translation.content }
    : question;
  return (
    <>
      <QuestionText asked={asked} number={number} lang={translation ? languages.page : languages.source} />
      <Options question={question} languages={languages} />
      <p className="mt-1.5 text-muted text-xs tabular-nums">
        {kindLabel(question.type)}, {points(question.points)}
        {question.bank && t("fromBank", { version: question.bank.version })}
      </p>
      {languages.page && !translation && (
        <p role="note" className="mt-1 text-muted text-xs">
          {t("readInOriginal", { name: languageName(languages.page) })}
        </p>
      )}
    </>
  );
}

/** A passage in the language that is shown, as far as it has it. */
function shownIn(passage: Passage, languages: Languages) {
  const text = shownPassage(passage, languages);
  return {
    ...passage,
    title: shownTitle(passage, languages).source,
    text: text.source,
    content: text.content as Passage["content"],
  };
}

function Paper({ paper, languages }: { paper: DrawnPaper; languages: Languages }) {
  const { sections, total_points, passages = [] } = paper;
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
      {sections.map((section, place) => {
        const title = shownTitle(section, languages);
        const instructions = shownInstructions(section, languages);
        const name = title.source || t("section", { number: place + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id and never move here
          <section key={place} aria-label={name}>
            {(title.source || sections.length > 1) && (
              <h3
                dir="auto"
                lang={title.source ? title.lang : undefined}
                className="mb-2 font-semibold text-sm"
              >
                {name}
              </h3>
            )}
            {instructions.source && <FormattedText {...instructions} className="mb-2 text-sm" />}
            <ol className="divide-y divide-line rounded-control border border-line">
              {section.questions.map((question, index) => {
                number += 1;
                const passage = passageBefore(section.questions, passages, index);
                return (
                  <li key={question.id} className="px-4 py-3 text-sm">
                    {passage && <PassageText passage={shownIn(passage, languages)} />}
                    <Asked question={question} number={number} languages={languages} />
                  </li>
                );
              })}
            </ol>
          </section>
        );
      })}
    </section>
  );
}

interface Props {
  test: Pick<Test, "id" | "title" | "language" | "translated_into">;
  /** The form behind it holds changes that no paper has yet. */
  unsaved?: boolean | undefined;
  onClose: () => void;
}

/** A paper of the stored test as a candidate could get it; another one at each press. */
export function PaperDialog({ test, unsaved = false, onClose }: Props) {
  const [seed, setSeed] = useState(newSeed);
  const { params, change } = useUrlState();
  const { translated_into: tags = [] } = test;
  const page = tags.find((tag) => tag === params.get("preview")) ?? "";
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
          <Button busy={isFetching} icon={Dices} onClick={() => setSeed(newSeed())}>
            {t("drawAnother")}
          </Button>
        </>
      }
    >
      {error ? (
        <QueryError title={t("noPaper")} {...{ error, refetch, isFetching }} />
      ) : (
        <>
          {tags.length > 0 && (
            <Field label={t("paperLanguage")} className="mb-4 sm:w-64">
              <Select
                value={page}
                options={[
                  { value: "", label: t("paperOriginal") },
                  ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
                ]}
                onChange={(event) => change({ preview: event.target.value }, { replace: true })}
              />
            </Field>
          )}
          {data ? (
            <Paper paper={data} languages={{ page, source: test.language ?? undefined }} />
          ) : (
            <SkeletonList rows={4} label={t("drawing")} />
          )}
        </>
      )}
    </Dialog>
  );
}
