import { useQueryClient } from "@tanstack/react-query";
import { BarChart3, ChartColumn, Keyboard, ListOrdered, SearchX } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ResultRow } from "@/api/types";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { Button, ButtonLink, IconButton } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { KeysDialog } from "@/ui/KeysDialog";
import { Pagination } from "@/ui/Pagination";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { PageSpinner } from "@/ui/Spinner";
import { useFailureToast } from "@/ui/useFailureToast";
import { ColumnMenu } from "./browse/ColumnMenu";
import { keyWords } from "./browse/keys";
import { pageParams } from "./browse/params";
import { useKeys } from "./browse/useKeys";
import { useOpened } from "./browse/useOpened";
import { useSelectAll } from "./browse/useSelectAll";
import { useSelection } from "./browse/useSelection";
import { COLUMNS, readColumns, toggleColumn } from "./columns";
import { ExportButtons } from "./ExportButtons";
import { isFiltered, NO_FILTERS, PAGE_SIZE_DEFAULT, PAGE_SIZES, readResultFilters } from "./filters";
import { t } from "./list-texts";
import { resultsQuery, useResults } from "./queries";
import { ResultFilterBar } from "./ResultFilterBar";
import { ResultList } from "./ResultList";
import { ResultPanel } from "./ResultPanel";
import { DecisionBar } from "./ranking/decision/DecisionBar";
import { useDecide } from "./ranking/decision/useDecide";
import { LettersDialog } from "./ranking/letters/LettersDialog";
import { rankingPath } from "./ranking/path";

const SelectionReport = lazy(() => import("./SelectionReport"));

const NO_ROWS: ResultRow[] = [];

/** The results of all tests. */
export function ResultsTab() {
  const { params, change } = useUrlState();
  const { may } = useRights();
  const filters = readResultFilters(params);
  const { data, error, refetch, isFetching, isPlaceholderData } = useResults(filters);
  useFailureToast(error && !data, t("loadFailed"));
  const total = data?.pagination.total;
  const rows = data?.results ?? NO_ROWS;
  const ids = useMemo(() => rows.map(({ submission_id }) => submission_id), [rows]);
  const list = { rows: ids, page: data?.pagination.page ?? 0, total: total ?? 0 };
  const { opened, place, move, open, close } = useOpened(filters, list);
  const deciding = useDecide(open);
  const { selection, clear, onUpdate, ...selecting } = useSelection(rows);
  const client = useQueryClient();
  const more = useSelectAll(
    total ?? 0,
    async (page, size) => (await client.query(resultsQuery({ ...filters, page, size }))).results,
    selecting.onSelect,
  );
  const columns = readColumns(params);
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  const [isSendingLetters, setSendingLetters] = useState(false);
  useKeys({
    rows: ids,
    opened,
    onMove: move,
    onDecide: (id, value) => {
      const row = rows.find(({ submission_id }) => submission_id === id);
      if (row && may("decide", row.test_id)) deciding.decide(row, value);
    },
    onSelect: (id) => selecting.onToggle(id, false),
    onHelp: () => setHelp(true),
  });

  if (params.get("print") === "selected")
    return (
      <Suspense fallback={<PageSpinner within label={t("loadingReport")} />}>
        <SelectionReport rows={[...selection.rows.values()]} onBack={() => change({ print: null })} />
      </Suspense>
    );

  return (
    <div className="space-y-4">
      <div className="space-y-3">
        <ResultFilterBar filters={filters} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p aria-live="polite" className="me-auto text-muted text-sm tabular-nums">
            {total !== undefined && t("inTotal", { count: total })}
          </p>
          <ColumnMenu
            all={COLUMNS.map(({ key, label }) => ({ key, label: t(label) }))}
            shown={columns}
            onToggle={(key) => change(toggleColumn(columns, key), { replace: true })}
          />
          {filters.test && (
            <ButtonLink size="sm" to={rankingPath(filters.test)} icon={ListOrdered}>
              {t("rankAndDecide")}
            </ButtonLink>
          )}
          {filters.test && (
            <Button
              variant="secondary"
              size="sm"
              icon={ChartColumn}
              onClick={() => change({ statistics: filters.test })}
            >
              {t("statistics")}
            </Button>
          )}
          <ExportButtons filters={filters} disabled={!total} />
          <IconButton label={t("shortcuts")} className="max-sm:hidden" onClick={() => setHelp(true)}>
            <Keyboard aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      <div
        aria-busy={isPlaceholderData}
        className={`overflow-hidden rounded-card border border-line bg-surface ${isPlaceholderData ? "opacity-60" : ""}`}
      >
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!data && !error && <SkeletonList rows={filters.size} label={t("loading")} />}
        {data?.results.length === 0 &&
          (data.pagination.total > 0 ? (
            <EmptyState
              icon={<SearchX />}
              title={t("noPage")}
              action={
                <Button variant="secondary" onClick={() => change({ page: null })}>
                  {t("firstPage")}
                </Button>
              }
            />
          ) : isFiltered(filters) ? (
            <EmptyState
              icon={<SearchX />}
              title={t("noMatch")}
              action={
                <Button variant="secondary" onClick={() => change(NO_FILTERS)}>
                  {t("clear")}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={<BarChart3 />} title={t("noneYet")} text={t("noneYetText")} />
          ))}
        {data && data.results.length > 0 && (
          <ResultList
            results={data.results}
            filters={filters}
            columns={columns}
            selection={selection}
            {...selecting}
            onOpen={open}
            onDecide={deciding.decide}
          />
        )}
      </div>
      {data && data.pagination.total > 0 && (
        <Pagination
          page={data.pagination.page}
          totalPages={data.pagination.total_pages}
          pageSize={filters.size}
          pageSizes={PAGE_SIZES}
          onPage={(page) => change(pageParams(page))}
          onPageSize={(size) =>
            change({ size: size === PAGE_SIZE_DEFAULT ? null : String(size), page: null })
          }
        />
      )}
      <DecisionBar
        test={null}
        selection={selection}
        shown={rows}
        sections={[]}
        deciding={deciding}
        onCompare={(test, ids) => navigate(`${rankingPath(test)}?${new URLSearchParams({ compare: ids })}`)}
        onSendLetters={() => setSendingLetters(true)}
        onUpdate={onUpdate}
        more={more}
        onClear={clear}
      />
      {opened && <ResultPanel id={opened} place={place} deciding={deciding} onMove={move} onClose={close} />}
      {isSendingLetters && (
        <LettersDialog rows={[...selection.rows.values()]} onClose={() => setSendingLetters(false)} />
      )}
      <KeysDialog open={help} onOpenChange={setHelp} keys={keyWords()} />
    </div>
  );
}
