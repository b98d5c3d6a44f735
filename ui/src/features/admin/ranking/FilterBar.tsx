import { useState } from "react";
import { useUrlState } from "@/lib/url-state";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { SEARCH_MARK } from "./useKeys";
import { type Filters, filterParams, isFiltered, NO_FILTERS, percentOf, type View } from "./view";
import type { RankingReviewer } from "./wire";

interface BoundProps {
  className: string;
  label: string;
  value: number | null;
  error: string | undefined;
  onApply: (value: number | null) => void;
}

function ScoreBound({ className, label, value, error, onApply }: BoundProps) {
  const [text, setText] = useTyped(value === null ? "" : String(value), (typed) => {
    const bound = percentOf(typed);
    if (bound !== null || typed.trim() === "") onApply(bound);
  });
  const wrong = text.trim() !== "" && percentOf(text) === null;
  return (
    <Field label={label} className={`sm:w-28 ${className}`} error={wrong ? "0 to 100" : error}>
      <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
    </Field>
  );
}

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
  const crossed =
    view.min !== null && view.max !== null && view.min > view.max ? "Above the upper bound" : undefined;
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
      <Field label="Review" className={`sm:w-44 ${folded}`}>
        <Select
          value={view.state ?? ""}
          placeholder="All"
          onChange={({ target: { value } }) =>
            apply({ state: value === "final" || value === "provisional" ? value : null })
          }
          options={[
            { value: "final", label: "Final score" },
            { value: "provisional", label: "Waits for review" },
          ]}
        />
      </Field>
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
      <ScoreBound
        className={folded}
        label="Score from (%)"
        value={view.min}
        error={crossed}
        onApply={(min) => apply({ min })}
      />
      <ScoreBound
        className={folded}
        label="Score to (%)"
        value={view.max}
        error={undefined}
        onApply={(max) => apply({ max })}
      />
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
