import type { RepairEffect } from "@/api/ranking";
import { Button } from "@/ui/Button";
import { t } from "../tool-texts";

interface Props {
  /** Wrong answers, those given most often first. */
  answers: RepairEffect["wrong_answers"];
  chosen: string;
  onChoose: (text: string) => void;
}

/** What candidates typed that earns nothing now, to choose from: no spelling has to be guessed. */
export function WrongAnswers({ answers, chosen, onChoose }: Props) {
  if (answers.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t("wrongGiven")}</legend>
      <div className="flex flex-wrap gap-2">
        {answers.map(({ text, count }) => (
          <Button
            key={text}
            variant="secondary"
            size="sm"
            aria-pressed={chosen.trim() === text}
            className="max-w-full aria-pressed:border-primary aria-pressed:bg-subtle"
            onClick={() => onChoose(text)}
          >
            <bdi className="truncate">{text}</bdi>
            <span className="shrink-0 text-muted tabular-nums">
              <span aria-hidden="true">×{count}</span>
              <span className="sr-only">{t("candidateCount", { count })}</span>
            </span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
