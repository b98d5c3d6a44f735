import { clsx } from "clsx";
import { Plus, Trash2 } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button, IconButton } from "@/ui/Button";
import type { ErrorOf } from "../form/problem";
import { blankTest, TESTS_MAX, type TestDraft } from "./key";
import { marksOf } from "./marks";
import { COLUMNS, type Column, cellsOf, fill } from "./sheet";
import { t } from "./staff-texts";

interface TestTableProps {
  tests: TestDraft[];
  errorOf: ErrorOf;
  onChange: (tests: TestDraft[]) => void;
}

const LINES_MAX = 8;
const linesOf = (text: string) => Math.min(LINES_MAX, text.split("\n").length);
const GRID =
  "grid gap-x-2 gap-y-2 @md:grid-cols-[1.25rem_minmax(0,1fr)_minmax(0,1fr)_2.75rem_3.25rem_4.5rem_2.25rem]";

/** The row and column of a field. */
function cellOf(target: EventTarget): { row: number; column: Column } | undefined {
  const field = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-column]") : null;
  const column = COLUMNS.find((one) => one === field?.dataset.column);
  const row = Number(field?.closest<HTMLElement>("[data-row]")?.dataset.row);
  return column && Number.isInteger(row) ? { row, column } : undefined;
}

interface Pasted {
  words: string;
  before: TestDraft[];
  /** The tests with the text in the one cell where it was pasted. */
  asText: TestDraft[];
}

/** Inputs with the outputs that are expected: one row each, filled by hand or from a spreadsheet. */
export function TestTable({ tests, errorOf, onChange }: TestTableProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ row: number; column: Column }>(undefined);
  const [pasted, setPasted] = useState<Pasted>();
  const focus = ({ row, column }: { row: number; column: Column }) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row is there with the new list
  useEffect(() => {
    if (wanted.current) focus(wanted.current);
    wanted.current = undefined;
  }, [tests.length]);

  const isFull = tests.length >= TESTS_MAX;
  const write = (next: TestDraft[]) => {
    setPasted(undefined);
    onChange(next);
  };
  const set = (row: TestDraft, changes: Partial<TestDraft>) =>
    write(tests.map((test) => (test.id === row.id ? { ...test, ...changes } : test)));
  const insert = (at: number, column: Column = "input") => {
    if (isFull) return;
    wanted.current = { row: at, column };
    write([...tests.slice(0, at), blankTest(), ...tests.slice(at)]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    const { row, column } = cell;
    const down = event.key === "ArrowDown";
    if (event.altKey && (down || event.key === "ArrowUp")) {
      event.preventDefault();
      if (down && row === tests.length - 1) insert(row + 1, column);
      else focus({ row: row + (down ? 1 : -1), column });
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      insert(row + 1);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData("text");
    const cells = cellsOf(text);
    const field = event.target;
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    // Beside other text a tab is part of it.
    if (!cell || cells.length === 0 || !isText || field.value !== "") return;
    event.preventDefault();
    const { tests: next, rows, left } = fill(tests, cell.row, cell.column, cells);
    const more = left > 0 ? ` ${t("rowsLeft", { count: left, max: TESTS_MAX })}` : "";
    onChange(next);
    setPasted({
      words: `${t("rowsPasted", { count: rows })}${more}`,
      before: tests,
      asText: tests.map((test, at) => (at === cell.row ? { ...test, [cell.column]: text } : test)),
    });
  };
  const error = errorOf("tests");
  return (
    <fieldset aria-describedby={`${id}-keys`} className="min-w-0 space-y-2">
      <legend className="mb-2 font-medium text-sm">
        {t.rich("testsLegend", {
          hint: (inside) => <span className="font-normal text-muted">{inside}</span>,
        })}
      </legend>
      {tests.length > 0 && (
        <div aria-hidden="true" className={clsx(GRID, "font-medium text-muted text-xs @max-md:hidden")}>
          <span />
          <span>{t("input")}</span>
          <span>{t("output")}</span>
          <span>{t("visible")}</span>
          <span>{t("weight")}</span>
          <span>{t("group")}</span>
        </div>
      )}
      <ol
        ref={list}
        className="divide-y divide-line border-line border-y empty:hidden"
        {...{ onKeyDown, onPaste }}
      >
        {tests.map((row, at) => (
          <Row key={row.id} {...{ row, at, errorOf }} onSet={(changes) => set(row, changes)}>
            <IconButton
              label={t("removeTest", { number: at + 1 })}
              onClick={() => write(tests.filter((test) => test.id !== row.id))}
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </Row>
        ))}
      </ol>
      {error && (
        <p role="alert" className="font-medium text-error text-xs">
          {error}
        </p>
      )}
      {pasted && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
          {pasted.words}
          <Button variant="secondary" size="sm" onClick={() => write(pasted.before)}>
            {t("undo")}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => write(pasted.asText)}>
            {t("asOneText")}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {!isFull && (
          <Button variant="secondary" size="sm" icon={Plus} onClick={() => insert(tests.length)}>
            {t("addTest")}
          </Button>
        )}
        <p id={`${id}-keys`} className="text-muted text-xs">
          {tests.length === 0 ? t("thenPaste") : t("tableKeys")}
        </p>
      </div>
    </fieldset>
  );
}

interface RowProps {
  row: TestDraft;
  at: number;
  errorOf: ErrorOf;
  onSet: (changes: Partial<TestDraft>) => void;
  children: ReactNode;
}

function Row({ row, at, errorOf, onSet, children }: RowProps) {
  const id = useId();
  const number = at + 1;
  const errors = (["input", "output", "weight", "group"] as const).flatMap((field) => {
    const text = errorOf(`tests[${at}].${field}`);
    return text ? [{ field, text }] : [];
  });
  const wrong = (field: Column) => (errors.some((one) => one.field === field) ? true : undefined);
  const shared = (column: Column, label: string) => ({
    "aria-label": label,
    "aria-invalid": wrong(column),
    "aria-describedby": errors.length > 0 ? id : undefined,
    "data-column": column,
    translate: "no" as const,
  });
  const area = (column: "input" | "output", label: string) => (
    <textarea
      {...shared(column, label)}
      rows={linesOf(row[column])}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      placeholder={column === "input" ? t("input") : t("output")}
      className="control min-h-9 resize-y whitespace-pre py-1.5 font-mono text-xs"
      value={row[column]}
      onChange={(event) => onSet({ [column]: event.target.value })}
    />
  );
  const marks = [
    ...marksOf(row.input).map((mark) => t("inputHas", { mark })),
    ...marksOf(row.output).map((mark) => t("outputHas", { mark })),
  ];
  return (
    <li data-row={at} className="py-2">
      <div className={clsx(GRID, "items-start")}>
        <span aria-hidden="true" className="pt-2 text-muted text-xs tabular-nums">
          {number}
        </span>
        {area("input", t("inputOf", { number }))}
        {area("output", t("outputOf", { number }))}
        <div className="flex items-center gap-2 @md:contents">
          <label className="flex min-h-9 items-center gap-2 text-sm @md:justify-center">
            <input
              type="checkbox"
              {...shared("visible", t("visibleOf", { number }))}
              checked={row.visible}
              className="size-4 accent-primary"
              onChange={(event) => onSet({ visible: event.target.checked })}
            />
            <span aria-hidden="true" className="@md:hidden">
              {t("visible")}
            </span>
          </label>
          <input
            {...shared("weight", t("weightOf", { number }))}
            inputMode="numeric"
            className="control min-h-9 max-w-20 py-1.5 text-sm tabular-nums"
            value={row.weight}
            onChange={(event) => onSet({ weight: event.target.value })}
          />
          <input
            {...shared("group", t("groupOf", { number }))}
            dir="auto"
            placeholder={t("group")}
            className="control min-h-9 min-w-0 py-1.5 text-sm"
            value={row.group}
            onChange={(event) => onSet({ group: event.target.value })}
          />
          {children}
        </div>
      </div>
      {errors.length > 0 && (
        <p id={id} role="alert" className="mt-1 font-medium text-error text-xs">
          {errors.map(({ text }) => text).join(". ")}
        </p>
      )}
      {marks.map((mark) => (
        <p key={mark} className="mt-1 font-medium text-warning text-xs">
          {mark}
        </p>
      ))}
    </li>
  );
}
