import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { useMemo, useState } from "react";
import { Group, InStep } from "@/features/player/in-step";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { t } from "../texts";
import { OneHistory, Played } from "./OneHistory";
import { QuestionChoice } from "./QuestionChoice";

interface Props {
  /** Id of the submission. */
  id: string;
  /** Id of another submission, shown beside it. */
  beside: string | null;
  /** Id of the question that is shown; null: the one with the most changes. */
  question: string | null;
  onQuestion(id: string): void;
  onBeside(id: string, question: string | null): void;
  onBack(): void;
}

/** How the answers of one or two results came to be (docs/behaviour/taking.md#history). Keys play both. */
export default function HistoryPage({ id, beside, question, onQuestion, onBeside, onBack }: Props) {
  const choice = { question, onQuestion, beside, onBeside };
  const [inStep, setInStep] = useState(true);
  const group = useMemo(() => new Group(), []);
  return (
    <main id="main" className={clsx("mx-auto px-4 py-4 sm:px-6", beside ? "max-w-[1920px]" : "max-w-desk")}>
      <title>{t("historyTitle")}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex items-center gap-1">
          <Button variant="ghost" className="-ms-4" icon={ArrowLeft} turns onClick={onBack}>
            {t("back")}
          </Button>
          <h1 className="font-semibold text-xl">{t("history")}</h1>
        </div>
        {beside && (
          <Checkbox
            label={t("inStep")}
            hint={t("inStepHint")}
            checked={inStep}
            onChange={(event) => setInStep(event.target.checked)}
          />
        )}
      </div>
      <OneHistory key={id} id={id}>
        {(detail, history) => (
          <div className="mt-2 space-y-4">
            <QuestionChoice detail={detail} history={history} {...choice} />
            <InStep value={beside && inStep ? group : undefined}>
              <div className={clsx("grid gap-x-8 gap-y-10", beside && "lg:grid-cols-2")}>
                <Played detail={detail} history={history} question={question} paired={beside !== null} />
                {beside && (
                  <OneHistory key={beside} id={beside}>
                    {(other, itsHistory) => (
                      <Played detail={other} history={itsHistory} question={question} paired />
                    )}
                  </OneHistory>
                )}
              </div>
            </InStep>
          </div>
        )}
      </OneHistory>
    </main>
  );
}
