import { clsx } from "clsx";
import { Ellipsis, KeyRound, Wrench } from "lucide-react";
import type { Matrix, MatrixCell, MatrixRow } from "@/api/ranking";
import { kindLabel } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { sortedBy } from "../../browse/params";
import { SortHeader } from "../../browse/SortHeader";
import { labelOf } from "../labels";
import { Name, Rank } from "../table/cells";
import { t } from "../texts";
import { sortParams, type View } from "../view";
import { cellWords, LOOKS, lookOf, meanTone, meanWords, shade, shareOf } from "./looks";

/** Questions up to this number have space for their beginning. */
const MAX_WIDE = 8;

/** The corner of the table, its first column and its head stay in view. */
const FIRST = "sticky start-0 z-10 border-line border-e bg-surface px-3";

function Cell({ cell }: { cell: MatrixCell }) {
  const { symbol, tone } = lookOf(cell);
  const share = shareOf(cell);
  if (cell.status === "absent")
    return (
      <td className="p-0.5">
        <span className="sr-only">{cellWords(cell)}</span>
      </td>
    );
  return (
    <td className="p-0.5">
      <span
        title={cellWords(cell)}
        className={clsx(
          "flex min-h-8 items-center justify-center gap-1 whitespace-nowrap rounded-sm px-1.5 text-xs tabular-nums",
          share === null ? `toned tone-${tone}` : "text-ink",
        )}
        style={share === null ? undefined : shade(share)}
      >
        <span className="sr-only">{cellWords(cell)}</span>
        {share !== 1 && <span aria-hidden="true">{symbol}</span>}
        {cell.earned !== null && <span aria-hidden="true">{cell.earned}</span>}
      </span>
    </td>
  );
}

interface HeadProps {
  question: Matrix["questions"][number];
  view: View;
  /** Whether there is space for the beginning of the question. */
  wide: boolean;
  /** Strong candidates choose another option than the key. */
  suspect: boolean;
  onRepair: () => void;
}

function QuestionHead({ question, view, wide, suspect, onRepair }: HeadProps) {
  const sort = `q:${question.id}` as const;
  const kind = kindLabel(question.kind);
  return (
    <th
      scope="col"
      aria-sort={sortedBy(view, sort)}
      className="min-w-16 px-1 py-1.5 align-bottom font-medium text-muted text-xs"
    >
      <span title={`${labelOf(question)} (${kind})`} className="flex flex-col items-center gap-1">
        {/* The gap is as wide as the margin by which a head of a column reaches out. */}
        <span className="flex items-center gap-1.5">
          <SortHeader view={view} sort={sort} to={sortParams(view, sort)}>
            <span className="sr-only">
              {labelOf(question)} ({kind})
            </span>
            <span aria-hidden="true">{question.number}</span>
          </SortHeader>
          <Menu
            trigger={
              <IconButton
                label={t("actionsFor", { number: question.number })}
                className="size-7! min-h-7! min-w-7!"
              >
                <Ellipsis aria-hidden="true" className="size-4" />
              </IconButton>
            }
            items={[
              {
                label: t("repairKey"),
                icon: <Wrench aria-hidden="true" className="size-4" />,
                onSelect: onRepair,
              },
            ]}
          />
        </span>
        <span
          aria-hidden="true"
          dir="auto"
          className={
            wide
              ? "line-clamp-2 w-28 text-center font-normal"
              : "line-clamp-2 max-h-32 rotate-180 font-normal leading-tight [writing-mode:vertical-rl]"
          }
        >
          {labelOf(question)}
        </span>
        {suspect && (
          <Badge tone="amber" icon={<KeyRound aria-hidden="true" className="size-3" />}>
            {t("checkKey")}
          </Badge>
        )}
        <span
          className={clsx(
            "toned w-full rounded-sm px-1 text-center tabular-nums",
            `tone-${meanTone(question.mean)}`,
          )}
        >
          <span className="sr-only">{t("mean")} </span>
          {meanWords(question.mean)}
        </span>
        <span aria-hidden="true" className="block h-1 w-full overflow-hidden rounded-full bg-subtle">
          <span
            className="block h-full bg-ink-2"
            style={{ width: `${Math.max(0, Math.min(1, question.mean ?? 0)) * 100}%` }}
          />
        </span>
      </span>
    </th>
  );
}

function Row({ row, onOpen }: { row: MatrixRow; onOpen: () => void }) {
  return (
    <tr className="has-focus-visible:bg-subtle/70">
      <th scope="row" className={clsx(FIRST, "py-1 text-start font-normal")}>
        <div className="flex w-36 items-center justify-between gap-2 sm:w-64">
          <span className="w-7 shrink-0 text-end text-muted max-sm:hidden">
            <Rank row={row} />
          </span>
          <div className="min-w-0 flex-1">
            <Name row={row} onOpen={onOpen} />
          </div>
          <span className="shrink-0 text-xs tabular-nums">{exactPercent(row.score)}</span>
        </div>
      </th>
      {row.cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells stand in the order of the questions
        <Cell key={index} cell={cell} />
      ))}
    </tr>
  );
}

interface Props {
  matrix: Matrix;
  view: View;
  /** Ids of questions whose keys are probably wrong. */
  suspects: ReadonlySet<string>;
  onOpen: (id: string) => void;
  onRepair: (question: string) => void;
}

/** Candidates by questions. It scrolls in its own box. */
export function MatrixTable({ matrix, view, suspects, onOpen, onRepair }: Props) {
  return (
    <>
      <section
        aria-label={t("byQuestions")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="relative isolate max-h-[80dvh] overflow-auto short:max-h-none outline-offset-[-2px]"
      >
        <table data-wide="" className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{t("pointsEach")}</caption>
          <thead className="sticky top-0 z-20 bg-surface">
            <tr>
              <th
                scope="col"
                aria-sort={sortedBy(view, "name")}
                className={clsx(FIRST, "text-start align-bottom font-medium text-muted text-xs")}
              >
                <SortHeader view={view} sort="name" to={sortParams(view, "name")}>
                  {t("candidate")}
                </SortHeader>
              </th>
              {matrix.questions.map((question) => (
                <QuestionHead
                  key={question.id}
                  question={question}
                  view={view}
                  wide={matrix.questions.length <= MAX_WIDE}
                  suspect={suspects.has(question.id)}
                  onRepair={() => onRepair(question.id)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map((row) => (
              <Row key={row.submission_id} row={row} onOpen={() => onOpen(row.submission_id)} />
            ))}
          </tbody>
        </table>
      </section>
      <ul
        aria-label={t("legend")}
        className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-3 text-muted text-xs"
      >
        {Object.values(LOOKS)
          .filter(({ symbol }) => symbol)
          .map(({ symbol, label, tone }) => (
            <li key={label} className="inline-flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={`toned tone-${tone} grid size-5 place-items-center rounded-sm`}
              >
                {symbol}
              </span>
              {t(label)}
            </li>
          ))}
        <li>{t("legendNumber")}</li>
      </ul>
    </>
  );
}
