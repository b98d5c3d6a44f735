import type { ReactNode } from "react";
import { formatDate, points, spent } from "@/lib/format";
import { exactPercent } from "@/lib/score";
import type { ListedRow } from "../../browse/row";
import { decisionLabel } from "../labels";
import { t } from "../tool-texts";

const CELL = "py-1 pe-3 text-start align-top";
const NUMBER = "py-1 pe-3 text-end align-top tabular-nums";

/** Rows of one test have a rank, those of all tests their test. */
function Row({ row }: { row: ListedRow }) {
  return (
    <tr className="break-inside-avoid border-line border-t">
      {"rank" in row && <td className={NUMBER}>{row.rank ?? ""}</td>}
      <td className={CELL}>
        <bdi>{row.applicant_name}</bdi>
        <span className="block text-muted">{row.applicant_email}</span>
      </td>
      {"test_title" in row && (
        <td className={CELL}>
          <bdi>{row.test_title}</bdi>
        </td>
      )}
      <td className={NUMBER}>
        {row.provisional ? t("toReview", { points: points(row.pending_points) }) : exactPercent(row.score)}
      </td>
      <td className={CELL}>{row.passed === null ? "" : row.passed ? t("passed") : t("notPassed")}</td>
      <td className={`${NUMBER} whitespace-nowrap`}>{spent(row.time_used_seconds)}</td>
      <td className={CELL}>{formatDate(row.submitted_at)}</td>
      <td className={CELL}>{decisionLabel(row.decision?.value ?? null)}</td>
    </tr>
  );
}

interface Props {
  title: string;
  rows: readonly ListedRow[];
  /** Below the table. */
  children?: ReactNode;
}

/** Candidates in a printed report. */
export function CandidateTable({ title, rows, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
    <section tabIndex={0} aria-label={t("candidates")} className="overflow-x-auto">
      <h2 className="font-semibold text-base">{title}</h2>
      <table className="mt-2 w-full">
        <thead>
          <tr className="text-muted">
            {rows.some((row) => "rank" in row) && <th className={NUMBER}>{t("rank")}</th>}
            <th className={CELL}>{t("candidate")}</th>
            {rows.some((row) => "test_title" in row) && <th className={CELL}>{t("test")}</th>}
            <th className={NUMBER}>{t("score")}</th>
            <th className={CELL}>{t("passMark")}</th>
            <th className={NUMBER}>{t("time")}</th>
            <th className={CELL}>{t("submitted")}</th>
            <th className={CELL}>{t("decision")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.submission_id} row={row} />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}
