import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import type { Comparison, DecisionValue } from "@/api/ranking";
import { HistoryLink } from "@/features/staff-shared/answers/HistoryLink";
import { spent } from "@/lib/format";
import { useMedia } from "@/lib/media";
import { exactPercent } from "@/lib/score";
import { Checkbox } from "@/ui/Checkbox";
import { DecisionMenu } from "../decision/DecisionMenu";
import type { Decidable } from "../decision/decidable";
import { labelOf, sectionWords } from "../labels";
import { Name, None, Rank, Signals } from "../table/cells";
import { ScoreBar } from "../table/ScoreBar";
import { t } from "../texts";
import { AnswerCell } from "./AnswerCell";
import { ShareBar } from "./ShareBar";
import { sectionShare, tagRows } from "./tags";

type Candidate = Comparison["candidates"][number];

const LABEL =
  "sticky start-0 z-10 bg-surface px-3 py-1.5 text-start align-baseline font-medium text-muted text-xs sm:px-5";
const CELL =
  "border-line px-3 py-1.5 align-baseline sm:min-w-56 sm:border-s max-sm:not-first:border-s max-sm:pt-0.5";
/** Two columns and their borders fit a phone. */
const PHONE_COLUMN_REM = 10;

/** A label above its cells stays in view while they scroll sideways. */
const ABOVE = "sticky start-3 w-max max-w-[calc(100vw-4rem)]";

/** Beside labels, a phone shows one person: there is nothing to compare. */
const useLabelsAbove = () => useMedia("(max-width: 39.99rem)");

interface RowProps {
  label: ReactNode;
  /** A control stands in the cells: its icon has no line of text to align with. */
  control?: boolean;
  candidates: Candidate[];
  cell: (candidate: Candidate, index: number) => ReactNode;
}

function Row({ label, control = false, candidates, cell }: RowProps) {
  const above = useLabelsAbove();
  const cells = (
    <tr className={clsx("[&>*]:border-line [&>*]:border-b", control && "[&>*]:align-middle!")}>
      {!above && (
        <th scope="row" className={LABEL}>
          <div className="w-48">{label}</div>
        </th>
      )}
      {candidates.map((candidate, index) => (
        <td key={candidate.submission_id} className={CELL}>
          {cell(candidate, index)}
        </td>
      ))}
    </tr>
  );
  if (!above) return cells;
  return (
    <>
      <tr>
        <th
          scope="rowgroup"
          colSpan={candidates.length}
          className="px-3 pt-2 text-start font-medium text-muted text-xs"
        >
          <div className={ABOVE}>{label}</div>
        </th>
      </tr>
      {cells}
    </>
  );
}

interface SharesProps {
  label: string;
  candidates: Candidate[];
  shares: (number | null)[];
  /** The mean of all candidates. */
  mean: number | null;
}

/** The share of the points of a part, of each candidate. */
function Shares({ label, candidates, shares, mean }: SharesProps) {
  const known = shares.filter((share) => share !== null);
  const most = Math.max(...known);
  const differ = known.some((share) => share < most);
  return (
    <Row
      label={
        <span className="flex flex-wrap justify-between gap-x-2">
          <bdi className="min-w-0 break-words">{label}</bdi>
          {mean !== null && (
            <span className="font-normal tabular-nums">
              {t("meanOf", { mean: exactPercent(mean * 100) })}
            </span>
          )}
        </span>
      }
      candidates={candidates}
      cell={(_, index) => {
        const share = shares[index] ?? null;
        return <ShareBar share={share} field={mean} best={differ && share === most} />;
      }}
    />
  );
}

/** Whether the candidates gave different answers to a question, or got different points. */
const differs = ({ candidates }: Comparison, { id }: Comparison["questions"][number]) =>
  new Set(
    candidates.map(({ answers }) => {
      const given = answers.find(({ question_id }) => question_id === id);
      return given && JSON.stringify([given.answer, given.earned]);
    }),
  ).size > 1;

function Heading({ children, span, beside }: { children: string; span: number; beside?: ReactNode }) {
  const above = useLabelsAbove();
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-line border-b bg-subtle/60 px-3 py-2 text-start font-semibold text-sm sm:px-5"
      >
        <span className={clsx("flex flex-wrap items-center justify-between gap-x-6", above && ABOVE)}>
          {children}
          {beside}
        </span>
      </th>
    </tr>
  );
}

/** Each result as a whole. */
function Facts({ comparison: { candidates, field } }: { comparison: Comparison }) {
  const score = field.median === null ? t("score") : t("scoreMedian", { median: exactPercent(field.median) });
  return (
    <tbody>
      <Row
        label={score}
        candidates={candidates}
        cell={(row) => <ScoreBar line row={row} passMark={null} />}
      />
      <Row label={t("rank")} candidates={candidates} cell={(row) => <Rank row={row} />} />
      <Row
        label={t("percentile")}
        candidates={candidates}
        cell={({ percentile }) => (percentile === null ? <None /> : exactPercent(percentile))}
      />
      <Row label={t("timeUsed")} candidates={candidates} cell={(row) => spent(row.time_used_seconds)} />
      <Row label={t("signals")} candidates={candidates} cell={(row) => <Signals low row={row} />} />
      <Row
        label={t("history")}
        control
        candidates={candidates}
        cell={({ submission_id }, index) => {
          // Beside that of the next candidate, the last one's beside that of the first.
          const other = candidates[(index + 1) % candidates.length]?.submission_id;
          return (
            <div className="-my-1.5">
              <HistoryLink submission={submission_id} {...(other ? { beside: other } : {})} />
            </div>
          );
        }}
      />
    </tbody>
  );
}

interface Props {
  comparison: Comparison;
  onOpen: (id: string) => void;
  onDecide: (row: Decidable, value: DecisionValue | null) => void;
}

/** Candidates as columns. It scrolls sideways where they do not fit, and with the page otherwise: one scroll bar. */
export function CompareTable({ comparison, onOpen, onDecide }: Props) {
  const { candidates, sections } = comparison;
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const questions = onlyDifferent
    ? comparison.questions.filter((one) => differs(comparison, one))
    : comparison.questions;
  const tags = tagRows(comparison);
  const above = useLabelsAbove();
  const span = candidates.length + (above ? 0 : 1);
  return (
    <section
      aria-label={t("comparison")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      className="relative isolate overflow-x-auto outline-offset-[-2px] xl:overflow-x-visible"
    >
      <table
        className={clsx("border-separate border-spacing-0 text-sm", above ? "table-fixed" : "w-full")}
        style={above ? { width: `max(100%, ${candidates.length * PHONE_COLUMN_REM}rem)` } : undefined}
      >
        <caption className="sr-only">{t("sideBySide")}</caption>
        <thead className="z-20 bg-surface xl:sticky xl:top-14">
          <tr className="[&>*]:border-line [&>*]:border-b">
            {!above && <td className={LABEL} />}
            {candidates.map((candidate) => (
              <th
                key={candidate.submission_id}
                scope="col"
                // The labels take no more than they need.
                style={{ width: `${100 / candidates.length}%` }}
                className={`${CELL} text-start font-normal max-sm:pt-1.5`}
              >
                <Name row={candidate} onOpen={() => onOpen(candidate.submission_id)} />
                <DecisionMenu
                  low
                  row={candidate}
                  test={comparison.test_id}
                  onDecide={(value) => onDecide(candidate, value)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <Facts comparison={comparison} />
        {sections.length > 1 && (
          <tbody>
            <Heading span={span}>{t("bySection")}</Heading>
            {sections.map(({ label, mean }, index) => (
              <Shares
                key={label}
                label={sectionWords(label)}
                candidates={candidates}
                shares={candidates.map((row) => sectionShare(row.sections[index]))}
                mean={mean}
              />
            ))}
          </tbody>
        )}
        {tags.length > 0 && (
          <tbody>
            <Heading span={span}>{t("byTag")}</Heading>
            {tags.map(({ tag, field: mean, shares }) => (
              <Shares key={tag} label={tag} candidates={candidates} shares={shares} mean={mean} />
            ))}
          </tbody>
        )}
        <tbody>
          <Heading
            span={span}
            beside={
              <Checkbox
                className="font-normal"
                label={t("onlyDifferent")}
                checked={onlyDifferent}
                onChange={(event) => setOnlyDifferent(event.target.checked)}
              />
            }
          >
            {t("answers")}
          </Heading>
          {questions.map((question) => (
            <Row
              key={question.id}
              label={
                <span dir="auto" className="line-clamp-6 text-ink-2">
                  {question.number}. {labelOf(question)}
                </span>
              }
              candidates={candidates}
              cell={({ answers }) => (
                <AnswerCell
                  answer={answers.find(({ question_id }) => question_id === question.id)}
                  isCode={question.kind === "coding"}
                />
              )}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
