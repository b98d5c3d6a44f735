import { errorText } from "@/api/client";
import type { ScoringAnswer, TriedSolution } from "@/api/types";
import { verdictWords } from "@/features/staff-shared/answers/Verdicts";
import { useKept } from "@/lib/kept/useKept";
import { replied } from "@/lib/reply";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { OutputText } from "@/ui/OutputText";
import { Textarea } from "@/ui/Textarea";
import type { ScoreTarget } from "./targets";
import { t } from "./texts";

/** A changed copy of an answer in code, run on all tests. The server keeps nothing of it. */
export function TryCopy({ answer, target }: { answer: ScoringAnswer; target: ScoreTarget }) {
  const [{ source }, setCopy] = useKept<{ source: string | null }>(`copy ${target.key}`, { source: null });
  const setSource = (source: string | null) => setCopy({ source });
  const run = useSend({
    mutationFn: (code: string) =>
      target.tryCopy({ source: code, ...(languageOf(answer) && { language: languageOf(answer) }) }),
  });
  if (source === null) {
    const code = answer.answer_text ?? answer.answer;
    return (
      <Button variant="secondary" size="sm" onClick={() => setSource(code)}>
        {t("editCopy")}
      </Button>
    );
  }
  return (
    <section aria-label={t("copyOfAnswer")} className="space-y-3 rounded-control border border-line p-3">
      <Field label={t("copyOfCode")} hint={t("notSaved")}>
        <Textarea
          rows={10}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          className="font-mono text-xs"
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={run.isPending} onClick={() => run.mutate(source)}>
          {t("runTests")}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setSource(null);
            run.reset();
          }}
        >
          {t("close")}
        </Button>
      </div>
      <div role="status" className="text-sm">
        {run.data && <Tried tried={run.data} />}
      </div>
      {run.error && (
        <p role="alert" className="font-medium text-error text-sm">
          {errorText(run.error)}
        </p>
      )}
    </section>
  );
}

/** The language that the answer was judged in, or the one that was expected. */
const languageOf = ({ judging, expected_language }: ScoringAnswer) =>
  judging?.result?.language || expected_language;

function Tried({ tried: { verdict, note, compiler, tests } }: { tried: TriedSolution }) {
  const passed = tests.filter((test) => test.verdict === "AC").length;
  return (
    <>
      <p className="font-medium">
        {tests.length > 0 ? t("testsPassed", { passed, count: tests.length }) : verdictWords(verdict)}
      </p>
      {note && <p className="text-ink-2">{replied(note)}</p>}
      {compiler && <OutputText text={compiler} />}
      <ol className="mt-1 space-y-0.5 text-xs tabular-nums">
        {tests.map((test, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of one result never changes
          <li key={at}>
            {t.rich("testRun", {
              number: at + 1,
              verdict: (
                <span key="verdict" className={test.verdict === "AC" ? "text-success" : "text-error"}>
                  {verdictWords(test.verdict)}
                </span>
              ),
              cpu: test.cpu_ms,
              memory: Math.ceil(test.memory_kb / 1024),
              small: (inside) => <span className="text-muted">{inside}</span>,
            })}
          </li>
        ))}
      </ol>
    </>
  );
}
