import type { ResultRow } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { CandidateTable } from "./ranking/report/CandidateTable";
import { PrintPage } from "./ranking/report/PrintPage";
import { t } from "./texts";

interface Props {
  rows: readonly ResultRow[];
  onBack: () => void;
}

/** Printable list of selected results, of any tests. */
export default function SelectionReport({ rows, onBack }: Props) {
  const tests = new Set(rows.map(({ test_id }) => test_id)).size;
  return (
    <PrintPage disabled={rows.length === 0} onBack={onBack}>
      <article className="mx-auto max-w-4xl space-y-6 rounded-card border border-line bg-surface p-5 text-xs sm:p-8 print:max-w-none print:rounded-none print:border-0 print:p-0">
        <header>
          <p className="text-muted">{t("resultsOfTests", { count: rows.length, tests })}</p>
          <h1 className="mt-1 font-semibold text-xl">{t("selectedResults")}</h1>
        </header>
        {rows.length === 0 ? (
          <p className="text-muted">{t("nothingSelected")}</p>
        ) : (
          <CandidateTable title={t("candidates")} rows={rows} />
        )}
        <footer className="border-line border-t pt-3 text-muted">
          {t("printedNotFinal", { date: formatDateTime(new Date()) })}
        </footer>
      </article>
    </PrintPage>
  );
}
