import { lazy, Suspense } from "react";
import { dayOf, localDay } from "@/lib/days";
import { Input } from "../Input";
import { DAY_FORM, type DayInputProps } from "./day-input";

// The calendar is heavy, and most visits never see it. Where it cannot be fetched the browser's own field does.
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

/** A day, typed or chosen from a calendar (spec §9: MM/dd/yyyy). Goes into a field. */
export function DayInput(props: DayInputProps) {
  return (
    // One box for the control and its calendar, so that opening it moves nothing.
    <div>
      <Suspense fallback={<Input disabled placeholder={DAY_FORM} />}>
        <Calendar {...props} />
      </Suspense>
    </div>
  );
}
