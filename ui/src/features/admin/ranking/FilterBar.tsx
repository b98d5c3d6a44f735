import { useState } from "react";
import { useUrlState } from "@/lib/url-state";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { ScoreBounds } from "../browse/ScoreBounds";
import { StateFilter } from "../browse/StateFilter";
import { SEARCH_MARK } from "../browse/useKeys";
import { type Filters, filterParams, isFiltered, NO_FILTERS, type View } from "./view";
import type { RankingReviewer } from "./wire";

const BOOLEANS: Record<string, boolean> = { true: true, false: false };

interface Props {
  view: View;
  /** Whether the test has a pass mark. */
  marked: boolean;
  /** Those to whom answers of the test are assigned, or were. */
  reviewers: readonly RankingReviewer[];
}

interface ReviewerProps {
  className: string;
  reviewers: readonly RankingReviewer[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Empty for a test whose answers were never assigned. */
function ReviewerFilter({ className, reviewers, value, onChange }: ReviewerProps) {
  const options = reviewers.map(({ id, full_name }) => ({ value: id, label: full_name }));
  if (value !== null && !options.some((option) => option.value === value))
    options.push({ value, label: "Another person" });
  if (options.length === 0) return null;
  return (
    <Field label="Reviewer" className={className}>
      <Select
        value={value ?? ""}
        placeholder="All"
        onChange={(event) => onChange(event.target.value || null)}
        options={options}
      />
    </Field>
  );
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
      <Field label="Pass mark" className={`sm:w-36 ${folded}`}>
        <Select
          disabled={!marked && view.passed === null}
          value={String(view.passed ?? "")}
          placeholder="All"
          onChange={({ target: { value } }) => apply({ passed: BOOLEANS[value] ?? null })}
          options={[
            { value: "true", label: "Passed" },
            { value: "false", label: "Below" },
          ]}
        />
      </Field>
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
