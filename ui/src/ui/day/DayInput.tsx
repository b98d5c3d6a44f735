import { lazy, Suspense } from "react";
import { Input } from "../Input";

// The calendar is heavy, and most visits never see it.
const Calendar = lazy(() => import("./Calendar"));

export const DAY_FORM = "MM/DD/YYYY";

export interface DayInputProps {
  /** Midnight of the day in the viewer's zone. */
  value: Date | null;
  /** The first and the last day that can be chosen. */
  min?: Date | undefined;
  max?: Date | undefined;
  onChange(day: Date | null): void;
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
