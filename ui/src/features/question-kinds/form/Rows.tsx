import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "@/features/question-kinds/staff-texts";
import { Button, IconButton } from "@/ui/Button";

interface RowsProps<R extends { id: string }> {
  legend: ReactNode;
  hint?: string;
  /** Name of one row, within a sentence: "option". */
  one: string;
  rows: R[];
  min: number;
  max: number;
  blank: () => R;
  onChange: (rows: R[]) => void;
  error?: string | undefined;
  /** Rows have an order that authors set. */
  ordered?: boolean;
  /** On a phone the first field has a line of its own. */
  wraps?: boolean;
  /** The fields of one row, counted from 1. */
  children: (row: R, number: number, change: (row: R) => void) => ReactNode;
}

/** A list that grows and shrinks. */
export function Rows<R extends { id: string }>(props: RowsProps<R>) {
  const { legend, hint, one, rows, min, max, blank, onChange, error, ordered, wraps, children } = props;
  const errorId = useId();
  const list = useRef<HTMLOListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    if (rows.length > 0)
      list.current?.querySelector<HTMLElement>("li:last-child :is(input[type=text], textarea)")?.focus();
  }, [rows.length]);
  const move = (from: number, to: number) => {
    const moved = rows.filter((_, index) => index !== from);
    const row = rows[from];
    if (row) onChange([...moved.slice(0, to), row, ...moved.slice(to)]);
  };
  const icon = "size-4";
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0 space-y-2">
      <legend className="mb-2 font-medium text-sm">
        {legend} {hint && <span className="font-normal text-muted">({hint})</span>}
      </legend>
      <ol ref={list} className="space-y-2">
        {rows.map((row, index) => (
          <li
            key={row.id}
            className={clsx("flex items-start gap-2", wraps && "max-sm:flex-wrap max-sm:justify-end")}
          >
            {children(row, index + 1, (next) => onChange(rows.map((r) => (r.id === row.id ? next : r))))}
            {ordered && (
              <>
                <IconButton
                  label={t("moveUp", { one, number: index + 1 })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp aria-hidden="true" className={icon} />
                </IconButton>
                <IconButton
                  label={t("moveDown", { one, number: index + 1 })}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden="true" className={icon} />
                </IconButton>
              </>
            )}
            <IconButton
              label={t("remove", { one, number: index + 1 })}
              disabled={rows.length <= min}
              onClick={() => onChange(rows.filter((r) => r.id !== row.id))}
            >
              <Trash2 aria-hidden="true" className={icon} />
            </IconButton>
          </li>
        ))}
      </ol>
      {error && (
        <p id={errorId} role="alert" className="font-medium text-error text-xs">
          {error}
        </p>
      )}
      {rows.length < max && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus aria-hidden="true" className={icon} />}
          onClick={() => {
            added.current = true;
            onChange([...rows, blank()]);
          }}
        >
          {t("add", { one })}
        </Button>
      )}
    </fieldset>
  );
}
