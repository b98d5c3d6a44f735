import type { RankingReviewer } from "@/api/ranking";
import { ReviewerFilter } from "@/features/staff-shared/ReviewerFilter";
import { useUrlState } from "@/lib/url-state";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { FilterRow } from "@/ui/FilterRow";
import { NameSearch } from "../browse/NameSearch";
import { PassFilter } from "../browse/PassFilter";
import { hasRowFilters, type RowFilters } from "../browse/row-filters";
import { ScoreBounds } from "../browse/ScoreBounds";
import { StateFilter } from "../browse/StateFilter";
import { t } from "./texts";
import { filterParams, NO_FILTERS, type View } from "./view";

interface Props {
  view: View;
  /** Whether the test has a pass mark. */
  marked: boolean;
  /** People to whom answers of the test are assigned, or were. */
  reviewers: readonly RankingReviewer[];
}

/** How many filters are set beside the search; decisions have chips. */
const countSet = ({ state, passed, min, max, reviewer }: View) =>
  [state, passed, min, max, reviewer].filter((value) => value !== null).length;

/** Each filter applies when it changes, typed ones after a pause. */
export function FilterBar({ view, marked, reviewers }: Props) {
  const { change } = useUrlState();
  const apply = (changes: Partial<RowFilters>) => {
    const typed = "search" in changes || "min" in changes || "max" in changes;
    // Typed text must not fill the history with every pause.
    change(filterParams(changes), { replace: typed });
  };
  const [search, setSearch] = useTyped(view.search, (text) => apply({ search: text }));
  return (
    <search className="min-w-0 max-md:w-full">
      <FilterRow
        // Each control names itself, so that the list begins higher.
        className="md:items-start md:gap-2 md:[&_.control]:h-8 md:[&_.control]:min-h-8 md:[&_.control]:py-0 md:[&_label]:sr-only max-md:[&>:first-child_label]:sr-only"
        set={countSet(view)}
        search={<NameSearch className="max-md:flex-1 md:w-40" value={search} onChange={setSearch} />}
      >
        <StateFilter brief value={view.state} onChange={(state) => apply({ state })} />
        <PassFilter
          brief
          value={view.passed}
          disabled={!marked && view.passed === null}
          onChange={(passed) => apply({ passed })}
        />
        <ScoreBounds brief min={view.min} max={view.max} onApply={apply} />
        <ReviewerFilter
          brief
          className="max-md:col-span-2 md:w-44"
          reviewers={reviewers}
          value={view.reviewer}
          onChange={(reviewer) => apply({ reviewer })}
        />
        {hasRowFilters(view) && (
          <Button
            variant="ghost"
            className="max-md:col-span-2"
            onClick={() => {
              setSearch("");
              change(filterParams(NO_FILTERS));
            }}
          >
            {t("clearFilters")}
          </Button>
        )}
      </FilterRow>
    </search>
  );
}
