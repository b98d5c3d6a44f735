import { useEffect, useState } from "react";
import type { Test } from "@/api/types";
import { dayOf, localDay } from "@/lib/days";
import { Button } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { INVITE_STATUSES, type InviteFilters } from "./filters";

interface Props {
  filters: InviteFilters;
  tests: Test[];
  onApply: (changes: Partial<InviteFilters>) => void;
  onReload: () => void;
  onClear: () => void;
}

/** Pause in ms after the last key, before a search is applied. */
const TYPING_PAUSE_MS = 300;

/** Every filter applies when it changes, the search after a pause in typing; Apply Filters and Enter apply at once. */
export function InviteFilterBar({ filters, tests, onApply, onReload, onClear }: Props) {
  const [search, setSearch] = useState(filters.search);
  useEffect(() => setSearch(filters.search), [filters.search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (search.trim() === filters.search.trim()) return;
    const timer = window.setTimeout(() => onApply({ search }), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [search]);
  return (
    <form
      noValidate
      aria-label="Filter the invitations"
      className="grid flex-1 grid-cols-2 items-end gap-3 max-sm:basis-full sm:flex sm:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        if (search.trim() === filters.search.trim()) onReload();
        else onApply({ search });
      }}
    >
      <Field label="Name or email" className="max-sm:col-span-2 sm:w-52">
        <Input
          type="search"
          value={search}
          placeholder="Search by name or email..."
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      <Field label="Test" className="max-sm:col-span-2 sm:w-44">
        <Select
          value={filters.test}
          onChange={(event) => onApply({ test: event.target.value })}
          options={[
            { value: "", label: "All tests" },
            ...tests.map((test) => ({ value: test.id, label: test.title })),
          ]}
        />
      </Field>
      <Field label="Date" className="sm:w-36">
        <DayInput
          value={dayOf(filters.date)}
          onChange={(day) => onApply({ date: day ? localDay(day) : "" })}
        />
      </Field>
      <Field label="Status" className="sm:w-40">
        <Select
          value={filters.status}
          onChange={(event) => onApply({ status: event.target.value })}
          options={INVITE_STATUSES}
        />
      </Field>
      <div className="flex gap-2 max-sm:col-span-2">
        <Button type="submit" variant="secondary" className="max-sm:flex-1">
          Apply Filters
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            setSearch("");
            onClear();
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  );
}
