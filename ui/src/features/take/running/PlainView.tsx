import { shownPassage } from "@/lib/translated";
import { Button } from "@/ui/Button";
import { Steady } from "@/ui/Steady";
import { AnswerField } from "../answer/AnswerField";
import { PlainAnswer } from "../answer/PlainAnswer";
import { t } from "../end-texts";
import { useLanguages, useShown, useTake, useTakeSession } from "../useTake";
import { Countdown } from "./Countdown";
import { unanswered } from "./progress";
import { SaveStatus } from "./SaveStatus";

/** The test with as little as it takes: for a page whose own view keeps failing. */
export function PlainView() {
  const session = useTakeSession();
  const position = useTake((state) => state.position);
  const questions = useTake((state) => state.questions);
  const answers = useTake((state) => state.answers);
  const question = useShown(questions[position]);
  const languages = useLanguages();
  const passage = useTake((state) => state.passages.find(({ id }) => id === question?.passage));
  const text = passage && shownPassage(passage, languages);
  const submit = () => {
    const blank = unanswered(questions, answers).length;
    if (window.confirm(t("plainSubmit", { count: blank }))) session.submit("asked");
  };
  return (
    <main className="mx-auto max-w-3xl space-y-4 p-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-base text-ink">
          {t("questionOf", { number: position + 1, total: questions.length })}
        </h1>
        <SaveStatus />
        <Countdown />
      </header>
      {question && (
        <section key={question.id} aria-label={t("question")} className="space-y-4">
          {text && (
            <p dir="auto" lang={text.lang} className="whitespace-pre-wrap text-ink-2">
              {text.source}
            </p>
          )}
          <p dir="auto" lang={question.lang} className="whitespace-pre-wrap text-ink">
            {question.question}
          </p>
          <Steady fallback={<PlainAnswer question={question} />}>
            <AnswerField question={question} />
          </Steady>
        </section>
      )}
      <footer className="flex justify-between gap-3">
        <Button variant="secondary" disabled={position === 0} onClick={() => session.goTo(position - 1)}>
          {t("previous")}
        </Button>
        <Button
          variant="secondary"
          disabled={position >= questions.length - 1}
          onClick={() => session.goTo(position + 1)}
        >
          {t("next")}
        </Button>
        <Button onClick={submit}>{t("submitTest")}</Button>
      </footer>
    </main>
  );
}
