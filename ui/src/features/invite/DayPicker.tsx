import DatePicker from "react-datepicker";
import "react-datepicker/dist/react-datepicker.css";
import "./day-picker.css";
import { Field, useField } from "@/ui/Field";

interface DayPickerProps {
  value: Date | null;
  /** The first and the last day that can be chosen. */
  min: Date;
  max: Date;
  onChange(day: Date | null): void;
}

function Picker({ value, min, max, onChange }: DayPickerProps) {
  const { id, "aria-describedby": describedBy } = useField();
  return (
    <DatePicker
      id={id}
      ariaDescribedBy={describedBy}
      selected={value}
      minDate={min}
      maxDate={max}
      onChange={onChange}
      dateFormat="MM/dd/yyyy"
      placeholderText="MM/DD/YYYY"
      autoComplete="off"
      className="control"
      wrapperClassName="w-full"
      popperPlacement="bottom-start"
      showPopperArrow={false}
      // Each day has its full date as its name; the bare number would contradict it.
      renderDayContents={(day) => <span aria-hidden="true">{day}</span>}
    />
  );
}

/** The day of the test; past days cannot be chosen (spec §5). */
export default function DayPicker(props: DayPickerProps) {
  return (
    <Field label="Date">
      <Picker {...props} />
    </Field>
  );
}
