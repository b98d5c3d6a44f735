import { enUS } from "date-fns/locale/en-US";
import DatePicker from "react-datepicker";
import "react-datepicker/dist/react-datepicker.css";
import "./calendar.css";
import { useField } from "../Field";
import { DAY_FORM, type DayInputProps } from "./DayInput";

/** Names a day "Sunday, November 1, 2026": with "1st" its name would not contain the number that is shown. */
const NAMED_DAYS: typeof enUS = {
  ...enUS,
  formatLong: {
    ...enUS.formatLong,
    date: (options) => (options.width === "full" ? "EEEE, MMMM d, y" : enUS.formatLong.date(options)),
  },
};

export default function Calendar({ value, min, max, onChange }: DayInputProps) {
  const { id, ...aria } = useField();
  return (
    <DatePicker
      id={id}
      ariaDescribedBy={aria["aria-describedby"]}
      ariaInvalid={aria["aria-invalid"] ? "true" : undefined}
      ariaRequired={aria["aria-required"] ? "true" : undefined}
      selected={value}
      minDate={min}
      maxDate={max}
      onChange={onChange}
      dateFormat="MM/dd/yyyy"
      strictParsing
      placeholderText={DAY_FORM}
      autoComplete="off"
      className="control"
      wrapperClassName="w-full"
      popperPlacement="bottom-start"
      showPopperArrow={false}
      locale={NAMED_DAYS}
    />
  );
}
