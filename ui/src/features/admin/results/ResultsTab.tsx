import { BarChart3, ChartColumn, ListOrdered, SearchX } from "lucide-react";
import { errorText } from "@/api/client";
import { dayOf, localDay } from "@/lib/days";
import { plural } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { Button, ButtonLink } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Pagination } from "@/ui/Pagination";
import { Select } from "@/ui/Select";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { useResults, useTestOptions } from "../queries";
import { rankingPath } from "../ranking/path";
import { ExportButtons } from "./ExportButtons";
import { isFiltered, PAGE_SIZE_DEFAULT, PAGE_SIZES, type ResultFilters, readResultFilters } from "./filters";
import { ResultList } from "./ResultList";
import { ResultPanel } from "./ResultPanel";

const NO_FILTERS = { from: null, to: null, test: null, page: null };

function Filters({ filters }: { filters: ResultFilters }) {
  const { change } = useUrlState();
  const { options, groups } = useTestOptions();
  // A filter change resets to the first page.
  const set = (changes: Record<string, string>) => change({ ...changes, page: null }, { replace: true });
  return (
    <search className="grid grid-cols-2 items-end gap-3 max-sm:basis-full sm:flex sm:flex-wrap">
      <Field label="Start date" className="sm:w-40">
        <DayInput
          max={dayOf(filters.end) ?? undefined}
          value={dayOf(filters.start)}
          onChange={(day) => set({ from: day ? localDay(day) : "" })}
        />
      </Field>
      <Field label="End date" className="sm:w-40">
        <DayInput
          min={dayOf(filters.start) ?? undefined}
          value={dayOf(filters.end)}
          onChange={(day) => set({ to: day ? localDay(day) : "" })}
        />
      </Field>
      <Field label="Test" className="max-sm:col-span-2 sm:w-64">
        <Select
          value={filters.test}
          placeholder="All tests"
          onChange={(event) => set({ test: event.target.value })}
          options={options}
          groups={groups}
        />
      </Field>
      {isFiltered(filters) && (
        <Button variant="ghost" className="max-sm:col-span-2" onClick={() => change(NO_FILTERS)}>
          Clear
        </Button>
      )}
    </search>
  );
}

export function ResultsTab() {
  const { params, change } = useUrlState();
  const filters = readResultFilters(params);
  const { data, error, refetch, isFetching, isPlaceholderData } = useResults(filters);
  useFailureToast(error && !data, "Failed to load results");
  const opened = params.get("result");
  const total = data?.pagination.total;

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Filters filters={filters} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p aria-live="polite" className="text-muted text-sm tabular-nums">
            {total !== undefined && `${plural(total, "result")} in total`}
          </p>
          {filters.test && (
            <ButtonLink
              size="sm"
              to={rankingPath(filters.test)}
              icon={<ListOrdered aria-hidden="true" className="size-4" />}
            >
              Rank and decide
            </ButtonLink>
          )}
          {filters.test && (
            <Button
              variant="secondary"
              size="sm"
              icon={<ChartColumn aria-hidden="true" className="size-4" />}
              onClick={() => change({ statistics: filters.test })}
            >
              Statistics
            </Button>
          )}
          <ExportButtons filters={filters} disabled={!total} />
        </div>
      </div>
      <div
        className={`overflow-hidden rounded-card border border-line bg-surface ${isPlaceholderData ? "opacity-60" : ""}`}
      >
        {error && !data && (
          <ErrorState
            title="The results could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && <SkeletonList rows={filters.size} label="Loading results" />}
        {data?.results.length === 0 &&
          (data.pagination.total > 0 ? (
            <EmptyState
              icon={<SearchX />}
              title="This page does not exist"
              action={
                <Button variant="secondary" onClick={() => change({ page: null })}>
                  First page
                </Button>
              }
            />
          ) : isFiltered(filters) ? (
            <EmptyState
              icon={<SearchX />}
              title="No results match these filters"
              action={
                <Button variant="secondary" onClick={() => change(NO_FILTERS)}>
                  Clear
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<BarChart3 />}
              title="No results yet"
              text="A result appears here as soon as a test is submitted."
            />
          ))}
        {data && data.results.length > 0 && (
          <ResultList results={data.results} onOpen={(id) => change({ result: id })} />
        )}
      </div>
      {data && data.pagination.total > 0 && (
        <Pagination
          page={data.pagination.page}
          totalPages={data.pagination.total_pages}
          pageSize={filters.size}
          pageSizes={PAGE_SIZES}
          onPage={(page) => change({ page: page === 1 ? null : String(page) })}
          onPageSize={(size) =>
            change({ size: size === PAGE_SIZE_DEFAULT ? null : String(size), page: null })
          }
        />
      )}
      {opened && <ResultPanel id={opened} onClose={() => change({ result: null })} />}
    </div>
  );
}
