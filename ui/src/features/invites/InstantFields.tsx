import { dayOf, localDay } from "@/lib/days";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "./form-texts";

interface Props {
  /** Bound of an invitation. */
  bound: "opens" | "closes";
  /** `YYYY-MM-DD` and `HH:MM` in the viewer's zone; empty for none. */
  day: string;
  time: string;
  error: string | undefined;
  hint?: string;
  onChange: (value: { day: string; time: string }) => void;
}

/** A day and a time of day. */
export function InstantFields({ bound, day, time, error, hint, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={t(`${bound}On`)} error={error} hint={hint}>
        <DayInput
          min={new Date()}
          value={dayOf(day)}
          onChange={(chosen) => onChange({ day: chosen ? localDay(chosen) : "", time })}
        />
      </Field>
      <Field label={t(`${bound}At`)}>
        <Input
          type="time"
          dir="ltr"
          value={time}
          onChange={(event) => onChange({ day, time: event.target.value })}
        />
      </Field>
    </div>
  );
}
