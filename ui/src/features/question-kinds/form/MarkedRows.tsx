import { type ReactNode, useId } from "react";
import { t } from "@/features/question-kinds/staff-texts";
import { LineField } from "@/ui/LineField";
import { blankMarked, CHOICES_MAX, CHOICES_MIN, isFilled, type MarkedChoice } from "./choices";
import { PinOption } from "./PinOption";
import { Rows } from "./Rows";

interface MarkedRowsProps {
  legend: ReactNode;
  rows: MarkedChoice[];
  /** Exactly one is correct, or any number. */
  single: boolean;
  /** Options may keep their place where a section shuffles them. */
  pinnable?: boolean;
  error: string | undefined;
  onChange: (rows: MarkedChoice[]) => void;
}

/** Options of which one or several are marked as correct. */
export function MarkedRows({ legend, rows, single, pinnable = false, error, onChange }: MarkedRowsProps) {
  const name = useId();
  const mark = (id: string, correct: boolean) =>
    onChange(
      rows.map((row) => (row.id === id ? { ...row, correct } : single ? { ...row, correct: false } : row)),
    );
  return (
    <Rows
      legend={legend}
      hint={single ? t("selectCorrect") : t("tickCorrect")}
      one={t("oneOption")}
      rows={rows}
      min={CHOICES_MIN}
      max={CHOICES_MAX}
      blank={blankMarked}
      error={error}
      onChange={onChange}
    >
      {(row, number, change) => (
        <>
          <label className="grid size-10 shrink-0 place-items-center">
            <span className="sr-only">
              {t(single ? "optionIsTheCorrect" : "optionIsCorrect", { number })}
            </span>
            <input
              type={single ? "radio" : "checkbox"}
              name={single ? name : undefined}
              disabled={!isFilled(row)}
              checked={isFilled(row) && row.correct}
              onChange={(event) => mark(row.id, event.target.checked)}
              className="size-4 accent-primary disabled:opacity-70"
            />
          </label>
          <LineField
            aria-label={t("option", { number })}
            placeholder={t("option", { number })}
            value={row.text}
            onChange={(event) => change({ ...row, text: event.target.value })}
          />
          {pinnable && (
            <PinOption
              number={number}
              pinned={isFilled(row) && row.pinned === true}
              disabled={!isFilled(row)}
              onChange={(pinned) => change({ ...row, pinned })}
            />
          )}
        </>
      )}
    </Rows>
  );
}
