import { enUS } from "date-fns/locale/en-US";
import DatePicker from "react-datepicker";
import "react-datepicker/dist/react-datepicker.css";
import "./day-picker.css";
import { Field, useField } from "@/ui/Field";

/** Names a day "Sunday, November 1, 2026": with "1st" its name would not contain the number that is shown. */
const NAMED_DAYS: typeof enUS = {
  ...enUS,
  formatLong: {
    ...enUS.formatLong,
    date: (options) => (options.width === "full" ? "EEEE, MMMM d, y" : enUS.formatLong.date(options)),
  },
};

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
      locale={NAMED_DAYS}
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
