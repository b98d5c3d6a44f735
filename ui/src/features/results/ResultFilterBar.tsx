import { clsx } from "clsx";
import { useId, useState } from "react";
import { useScorers } from "@/features/staff-shared/admins";
import { useTestOptions } from "@/features/staff-shared/queries";
import { ReviewerFilter } from "@/features/staff-shared/ReviewerFilter";
import { dayOf, localDay } from "@/lib/days";
import { useUrlState } from "@/lib/url-state";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { FilterRow } from "@/ui/FilterRow";
import { Select } from "@/ui/Select";
import { NameSearch } from "./browse/NameSearch";
import { PassFilter } from "./browse/PassFilter";
import { ScoreBounds } from "./browse/ScoreBounds";
import { StateFilter } from "./browse/StateFilter";
import { isFiltered, NO_FILTERS, type ResultFilters } from "./filters";
import { t } from "./list-texts";
import { decisionLabel } from "./ranking/labels";

const decisionOptions = () =>
  (["none", "shortlist", "hold", "reject"] as const).map((value) => ({
    value,
    label: decisionLabel(value === "none" ? null : value),
  }));

/** For screens without the headers of a table. */
const ORDER_OPTIONS = [
  { value: "date desc", label: "newest" },
  { value: "date asc", label: "oldest" },
  { value: "score desc", label: "best" },
  { value: "score asc", label: "lowest" },
  { value: "name asc", label: "name" },
  { value: "test asc", label: "test" },
  { value: "time asc", label: "shortest" },
  { value: "review asc", label: "review" },
  { value: "decision asc", label: "decision" },
] as const;

/** How many of the filters are set that are rarely used. */
const countMore = ({ state, decision, min, max, passed, reviewer }: ResultFilters) =>
  [state, decision, min, max, passed, reviewer].filter((value) => value !== null).length;

const countSet = (filters: ResultFilters) =>
  countMore(filters) + [filters.test, filters.start, filters.end].filter((value) => value !== "").length;

const text = (value: number | null) => (value === null ? null : String(value));

/** Each filter applies when it changes, typed ones after a pause. Those that are rarely used are folded. */
export function ResultFilterBar({ filters }: { filters: ResultFilters }) {
  const { change } = useUrlState();
  const { options, groups } = useTestOptions();
  const scorers = useScorers();
  // A filter change resets to the first page.
  const set = (changes: Record<string, string | null>) =>
    change({ ...changes, page: null }, { replace: true });
  const [search, setSearch] = useTyped(filters.search, (typed) => set({ q: typed.trim() }));
  // Those that come from a link are in view at first.
  const moreSet = countMore(filters);
  const [open, setOpen] = useState(moreSet > 0);
  const more = useId();
  return (
    <search className="block">
      <FilterRow
        className="md:items-start"
        set={countSet(filters)}
        search={<NameSearch className="max-md:flex-1 md:w-52" value={search} onChange={setSearch} />}
      >
        <Field label={t("test")} className="max-md:col-span-2 md:w-56">
          <Select
            value={filters.test}
            placeholder={t("allTests")}
            onChange={(event) => set({ test: event.target.value })}
            options={options}
            groups={groups}
          />
        </Field>
        <Field label={t("startDate")} className="md:w-40">
          <DayInput
            max={dayOf(filters.end) ?? undefined}
            value={dayOf(filters.start)}
            onChange={(day) => set({ from: day ? localDay(day) : "" })}
          />
        </Field>
        <Field label={t("endDate")} className="md:w-40">
          <DayInput
            min={dayOf(filters.start) ?? undefined}
            value={dayOf(filters.end)}
            onChange={(day) => set({ to: day ? localDay(day) : "" })}
          />
        </Field>
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={more}
          className="mt-6.5 max-md:hidden"
          onClick={() => setOpen(!open)}
        >
          {open ? t("fewer") : t("more")}
          {moreSet > 0 && <span className="tabular-nums"> ({moreSet})</span>}
        </Button>
        {isFiltered(filters) && (
          <Button
            variant="ghost"
            className="max-md:order-last max-md:col-span-2 md:mt-6.5"
            onClick={() => {
              setSearch("");
              change(NO_FILTERS);
            }}
          >
            {t("clear")}
          </Button>
        )}
        <div
          id={more}
          className={clsx(
            "max-md:contents",
            open ? "md:flex md:basis-full md:flex-wrap md:items-start md:gap-3" : "md:hidden",
          )}
        >
          <StateFilter value={filters.state} onChange={(state) => set({ state })} />
          <PassFilter
            value={filters.passed}
            onChange={(passed) => set({ passed: passed === null ? null : String(passed) })}
          />
          <Field label={t("decision")} className="max-md:col-span-2 md:w-36 md:[&:not(:lang(en))]:w-44">
            <Select
              value={filters.decision ?? ""}
              placeholder={t("all")}
              onChange={(event) => set({ decision: event.target.value })}
              options={decisionOptions()}
            />
          </Field>
          <ScoreBounds
            min={filters.min}
            max={filters.max}
            onApply={({ min, max }) =>
              set({
                ...(min !== undefined && { min: text(min) }),
                ...(max !== undefined && { max: text(max) }),
              })
            }
          />
          <ReviewerFilter
            className="max-md:col-span-2 md:w-44"
            reviewers={scorers}
            value={filters.reviewer}
            onChange={(reviewer) => set({ reviewer })}
          />
          <Field label={t("order")} className="max-md:col-span-2 md:w-44 lg:hidden">
            <Select
              value={`${filters.sort} ${filters.order}`}
              onChange={({ target }) => {
                const [sort = null, order = null] = target.value.split(" ");
                set({ sort, order });
              }}
              options={ORDER_OPTIONS.map(({ value, label }) => ({ value, label: t(label) }))}
            />
          </Field>
        </div>
      </FilterRow>
    </search>
  );
}
