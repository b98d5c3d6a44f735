import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { QuestionType } from "@/api/questions";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import { useTexts } from "@/i18n";
import { kindLabel } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { PracticeField } from "./PracticeField";
import { samplesOf } from "./samples";
import { t } from "./texts";

interface PracticeViewProps {
  /** The kinds of questions in the test. */
  types: QuestionType[];
  onDone(): void;
}

/** Samples with the real answer fields, before the clock starts: nothing is saved, sent or recorded. */
export function PracticeView({ types, onDone }: PracticeViewProps) {
  const texts = useTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples are in the language of the page
  const samples = useMemo(() => samplesOf(types), [types, texts]);
  const [position, setPosition] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = samples[position];
  const last = position >= samples.length - 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every move
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [position]);

  return (
    <main className="take-main mx-auto w-full max-w-3xl space-y-4 px-4 pt-8 pb-12">
      <header>
        <div className="flex items-center justify-between gap-3">
          <h1 className="font-semibold text-ink text-xl">{t("practice")}</h1>
          <Button variant="secondary" onClick={onDone}>
            {t("backToTest")}
          </Button>
        </div>
        <p className="mt-1 text-ink-2 text-sm">{t("whatItIs")}</p>
      </header>
      {question && (
        <section
          aria-labelledby="practice-heading"
          className="take-card rounded-card border border-line bg-surface"
        >
          <header className="flex flex-wrap items-center gap-2 px-5 pt-5 sm:px-6">
            <h2
              id="practice-heading"
              ref={heading}
              tabIndex={-1}
              className="me-1 font-semibold text-base outline-none"
            >
              {t("sampleOf", { number: position + 1, total: samples.length })}
            </h2>
            <Badge>{kindLabel(question.type)}</Badge>
          </header>
          <div className="take-body space-y-5 px-5 pt-3 pb-5 sm:px-6 sm:pb-6">
            {/* The text of gaps holds its answer fields. */}
            {question.type !== "gaps" && (
              <div id="question-task">
                <PaperText
                  content={question.content}
                  source={question.question}
                  className="text-base text-ink"
                />
              </div>
            )}
            <PracticeField key={question.id} question={question} />
          </div>
          <footer className="flex items-center justify-between gap-3 border-line border-t px-5 py-4 sm:px-6">
            <Button
              variant="secondary"
              disabled={position === 0}
              icon={ArrowLeft}
              turns
              onClick={() => setPosition(position - 1)}
            >
              {t("previous")}
            </Button>
            {last ? (
              <Button onClick={onDone}>{t("finishPractice")}</Button>
            ) : (
              <Button onClick={() => setPosition(position + 1)}>
                {t("next")}
                <ArrowRight aria-hidden="true" className="rtl:-scale-x-100 size-4" />
              </Button>
            )}
          </footer>
        </section>
      )}
    </main>
  );
}
