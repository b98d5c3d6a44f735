import { useEffect, useState } from "react";
import { dayOf, localDay } from "@/lib/days";
import { Button } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { INVITE_STATUSES, type InviteFilters } from "./filters";

interface Props {
  filters: InviteFilters;
  onApply: (filters: InviteFilters) => void;
  onClear: () => void;
}

/** Keeps pending filter values until Apply Filters (or Enter). */
export function InviteFilterBar({ filters, onApply, onClear }: Props) {
  const [chosen, setChosen] = useState(filters);
  const { date, status, email } = filters;
  useEffect(() => setChosen({ date, status, email }), [date, status, email]);
  const set = (changes: Partial<InviteFilters>) => setChosen((before) => ({ ...before, ...changes }));
  return (
    <form
      noValidate
      aria-label="Filter the invitations"
      className="grid flex-1 grid-cols-2 items-end gap-3 max-sm:basis-full sm:flex sm:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(chosen);
      }}
    >
      <Field label="Date" className="sm:w-40">
        <DayInput value={dayOf(chosen.date)} onChange={(day) => set({ date: day ? localDay(day) : "" })} />
      </Field>
      <Field label="Status" className="sm:w-44">
        <Select
          value={chosen.status}
          onChange={(event) => set({ status: event.target.value })}
          options={INVITE_STATUSES}
        />
      </Field>
      <Field label="Email" className="max-sm:col-span-2 sm:w-56">
        <Input
          type="search"
          inputMode="email"
          value={chosen.email}
          placeholder="Search by email..."
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <div className="flex gap-2 max-sm:col-span-2">
        <Button type="submit" variant="secondary" className="max-sm:flex-1">
          Apply Filters
        </Button>
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </div>
    </form>
  );
}
