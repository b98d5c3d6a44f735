import { lazy, Suspense } from "react";
import { dayOf, localDay } from "@/lib/days";
import { Input } from "../Input";
import { type DayInputProps, dayForm } from "./day-input";

// The calendar is heavy and rarely used. If it cannot be loaded, the native date field is the fallback.
const Calendar = lazy(() => import("./Calendar").catch(() => ({ default: PlainDay })));

function PlainDay({ value, min, max, onChange }: DayInputProps) {
  return (
    <Input
      type="date"
      dir="ltr"
      value={value ? localDay(value) : ""}
      min={min && localDay(min)}
      max={max && localDay(max)}
      onChange={(event) => onChange(dayOf(event.target.value))}
    />
  );
}

/** Date input, typed (in English as MM/dd/yyyy) or chosen from a calendar. Place it in a `Field`. */
export function DayInput(props: DayInputProps) {
  return (
    // One box for the control and its calendar, so that opening it causes no layout shift.
    <div>
      <Suspense fallback={<Input disabled placeholder={dayForm().words} />}>
        <Calendar {...props} />
      </Suspense>
    </div>
  );
}
