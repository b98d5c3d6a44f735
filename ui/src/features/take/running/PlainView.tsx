import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Steady } from "@/ui/Steady";
import { AnswerField } from "../answer/AnswerField";
import { PlainAnswer } from "../answer/PlainAnswer";
import { useTake, useTakeSession } from "../useTake";
import { Countdown } from "./Countdown";
import { unanswered } from "./progress";
import { SaveStatus } from "./SaveStatus";

/** The test with as little as it takes: for a page whose own view keeps failing. */
export function PlainView() {
  const session = useTakeSession();
  const position = useTake((state) => state.position);
  const questions = useTake((state) => state.questions);
  const answers = useTake((state) => state.answers);
  const question = questions[position];
  const submit = () => {
    const blank = unanswered(questions, answers).length;
    const open = blank > 0 ? `, with ${plural(blank, "unanswered question")}` : "";
    if (window.confirm(`Submit the test${open}? You cannot change your answers afterwards.`))
      session.submit("asked");
  };
  return (
    <main className="mx-auto max-w-3xl space-y-4 p-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-base text-ink">{`Question ${position + 1} of ${questions.length}`}</h1>
        <SaveStatus />
        <Countdown />
      </header>
      {question && (
        <section key={question.id} aria-label="Question" className="space-y-4">
          <p dir="auto" className="whitespace-pre-wrap text-ink">
            {question.question}
          </p>
          <Steady fallback={<PlainAnswer question={question} />}>
            <AnswerField question={question} />
          </Steady>
        </section>
      )}
      <footer className="flex justify-between gap-3">
        <Button variant="secondary" disabled={position === 0} onClick={() => session.goTo(position - 1)}>
          Previous
        </Button>
        <Button
          variant="secondary"
          disabled={position >= questions.length - 1}
          onClick={() => session.goTo(position + 1)}
        >
          Next
        </Button>
        <Button onClick={submit}>Submit Test</Button>
      </footer>
    </main>
  );
}
