import type { Rubric } from "@/api/types";
import { Rows } from "@/features/question-kinds/form/Rows";
import { Input } from "@/ui/Input";
import { LineField } from "@/ui/LineField";
import { effectWords } from "../rubric/rules";
import { t } from "../rubric/texts";
import { STEP } from "../score";
import { blankItem, ITEMS_MAX, type ItemDraft } from "./form";

const TEXT_MAX = 500;

interface Props {
  mode: Rubric["mode"];
  rows: ItemDraft[];
  /** The question's points. */
  full: number;
  error: string | undefined;
  onChange: (rows: ItemDraft[]) => void;
}

/** The items of a rubric, in the order of their keys. */
export function ItemRows({ mode, rows, full, error, onChange }: Props) {
  const sign = effectWords(mode, 1).slice(0, 1);
  return (
    <Rows
      legend={t("items")}
      hint={t("itemsHint")}
      one={t("oneItem")}
      ordered
      wraps
      rows={rows}
      min={0}
      max={ITEMS_MAX}
      blank={blankItem}
      error={error}
      onChange={onChange}
    >
      {(row, number, change) => (
        <>
          <LineField
            aria-label={t("itemNumber", { number })}
            placeholder={mode === "add" ? t("earnsPoints") : t("costsPoints")}
            maxLength={TEXT_MAX}
            value={row.text}
            onChange={(event) => change({ ...row, text: event.target.value })}
          />
          <span className="flex w-24 shrink-0 items-center gap-1 max-sm:me-auto">
            <span aria-hidden="true" className="text-muted">
              {sign}
            </span>
            <Input
              aria-label={t("pointsOfItem", { number })}
              type="number"
              dir="ltr"
              inputMode="decimal"
              min={STEP}
              max={full}
              step={STEP}
              value={row.points}
              onChange={(event) => change({ ...row, points: event.target.value })}
            />
          </span>
        </>
      )}
    </Rows>
  );
}
