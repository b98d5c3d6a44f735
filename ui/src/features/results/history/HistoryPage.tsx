import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { useMemo, useState } from "react";
import { Group, InStep } from "@/features/player/in-step";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { t } from "../texts";
import { OneHistory } from "./OneHistory";

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
  const shared = { question, onQuestion };
  const [inStep, setInStep] = useState(true);
  const group = useMemo(() => new Group(), []);
  return (
    <main
      id="main"
      className={clsx("mx-auto px-4 py-6 sm:px-6", beside ? "max-w-[1920px]" : "max-w-[1240px]")}
    >
      <title>{t("historyTitle")}</title>
      <Button
        variant="ghost"
        className="-ml-4"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        onClick={onBack}
      >
        {t("back")}
      </Button>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1">
        <h1 className="font-semibold text-xl">{t("history")}</h1>
        {beside && (
          <Checkbox
            label={t("inStep")}
            hint={t("inStepHint")}
            checked={inStep}
            onChange={(event) => setInStep(event.target.checked)}
          />
        )}
      </div>
      <InStep value={beside && inStep ? group : undefined}>
        <div className={clsx("mt-3 grid gap-x-8 gap-y-10", beside && "lg:grid-cols-2")}>
          <OneHistory key={id} id={id} {...shared} beside={beside} onBeside={onBeside} />
          {beside && <OneHistory key={beside} id={beside} {...shared} />}
        </div>
      </InStep>
    </main>
  );
}
