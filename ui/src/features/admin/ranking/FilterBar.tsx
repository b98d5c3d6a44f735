import { useState } from "react";
import { useUrlState } from "@/lib/url-state";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PassFilter } from "../browse/PassFilter";
import { ReviewerFilter } from "../browse/ReviewerFilter";
import { ScoreBounds } from "../browse/ScoreBounds";
import { StateFilter } from "../browse/StateFilter";
import { SEARCH_MARK } from "../browse/useKeys";
import { type Filters, filterParams, isFiltered, NO_FILTERS, type View } from "./view";
import type { RankingReviewer } from "./wire";

interface Props {
  view: View;
  /** Whether the test has a pass mark. */
  marked: boolean;
  /** Those to whom answers of the test are assigned, or were. */
  reviewers: readonly RankingReviewer[];
}

/** Each filter applies when it changes, typed ones after a pause. */
export function FilterBar({ view, marked, reviewers }: Props) {
  const { change } = useUrlState();
  const apply = (changes: Partial<Filters>) => {
    const typed = "search" in changes || "min" in changes || "max" in changes;
    // Typed text must not fill the history with every pause.
    change(filterParams(changes), { replace: typed });
  };
  const [search, setSearch] = useTyped(view.search, (text) => apply({ search: text }));
  const [open, setOpen] = useState(isFiltered(view));
  // On a phone the others would push the list out of view.
  const folded = open ? "" : "max-sm:hidden";
  return (
    <search className="grid grid-cols-2 items-start gap-3 max-sm:w-full sm:flex sm:flex-wrap">
      <Field label="Name or email" className="max-sm:col-span-2 sm:w-56">
        <Input
          {...SEARCH_MARK}
          type="search"
          value={search}
          placeholder="Search..."
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      <Button
        variant="secondary"
        aria-expanded={open}
        className="col-span-2 sm:hidden"
        onClick={() => setOpen(!open)}
      >
        {open ? "Fewer filters" : "More filters"}
      </Button>
      <StateFilter className={folded} value={view.state} onChange={(state) => apply({ state })} />
      <PassFilter
        className={folded}
        value={view.passed}
        disabled={!marked && view.passed === null}
        onChange={(passed) => apply({ passed })}
      />
      <ScoreBounds className={folded} min={view.min} max={view.max} onApply={apply} />
      <ReviewerFilter
        className={`max-sm:col-span-2 sm:w-44 ${folded}`}
        reviewers={reviewers}
        value={view.reviewer}
        onChange={(reviewer) => apply({ reviewer })}
      />
      {isFiltered(view) && (
        <Button
          variant="ghost"
          className="max-sm:col-span-2 sm:mt-6.5"
          onClick={() => {
            setSearch("");
            change(filterParams(NO_FILTERS));
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
