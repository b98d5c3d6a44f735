import { format } from "date-fns/format";
import { type ComponentProps, useId, useState } from "react";
import DatePicker, { type CalendarContainer } from "react-datepicker";
import { languageTag } from "@/i18n";
import { t } from "../texts";
import "react-datepicker/dist/react-datepicker.css";
import "./calendar.css";
import { useField } from "../Field";
import { type DayInputProps, dayForm } from "./day-input";
import { dayNames } from "./day-names";

/** Hint for the accepted range. */
function wanted(min: Date | undefined, max: Date | undefined): string {
  const { pattern, words } = dayForm();
  const from = min && format(min, pattern);
  const to = max && format(max, pattern);
  if (from && to) return t("dayFromTo", { from, to });
  if (from) return t("dayNotBefore", { form: words, from });
  return to ? t("dayNotAfter", { form: words, to }) : t("dayAs", { form: words });
}

/** The library's own has a name in English. */
const Popup = ({ className, children }: ComponentProps<typeof CalendarContainer>) => (
  <div role="dialog" aria-modal="true" aria-label={t("chooseDay")} translate="no" className={className}>
    {children}
  </div>
);

export default function Calendar({ value, min, max, onChange }: DayInputProps) {
  const { id, ...aria } = useField();
  const refusal = useId();
  /** Invalid typed text, which the picker drops on blur. */
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  return (
    <>
      <DatePicker
        id={id}
        ariaDescribedBy={refused ? refusal : aria["aria-describedby"]}
        ariaInvalid={refused || aria["aria-invalid"] ? "true" : undefined}
        ariaRequired={aria["aria-required"] ? "true" : undefined}
        selected={value}
        minDate={min}
        maxDate={max}
        onChange={(day: Date | null) => {
          setTyped("");
          setRefused(false);
          onChange(day);
        }}
        onChangeRaw={(event) => {
          if (event?.target instanceof HTMLInputElement) setTyped(event.target.value.trim());
        }}
        onBlur={() => {
          setRefused(typed !== "");
          setTyped("");
        }}
        dateFormat={dayForm().pattern}
        strictParsing
        placeholderText={dayForm().words}
        autoComplete="off"
        className="control"
        wrapperClassName="w-full"
        calendarContainer={Popup}
        popperPlacement="bottom-start"
        showPopperArrow={false}
        locale={dayNames(languageTag())}
        calendarStartDay={dayForm().firstDay}
        previousMonthAriaLabel={t("previousMonth")}
        nextMonthAriaLabel={t("nextMonth")}
        monthAriaLabelPrefix={t("month")}
        chooseDayAriaLabelPrefix={t("chooseDay")}
        disabledDayAriaLabelPrefix={t("dayNotAvailable")}
      />
      {refused && (
        <p id={refusal} role="alert" className="mt-1.5 font-medium text-error text-xs">
          {wanted(min, max)}
        </p>
      )}
    </>
  );
}
