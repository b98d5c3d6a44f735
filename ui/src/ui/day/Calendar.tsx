import { format } from "date-fns/format";
import { useId, useState } from "react";
import DatePicker from "react-datepicker";
import { languageTag } from "@/i18n";
import { t } from "../texts";
import "react-datepicker/dist/react-datepicker.css";
import "./calendar.css";
import { useField } from "../Field";
import { DAY_FORM, type DayInputProps } from "./day-input";
import { dayNames } from "./day-names";

const FORM = "MM/dd/yyyy";

/** Hint for the accepted range. */
function wanted(min: Date | undefined, max: Date | undefined): string {
  const from = min && format(min, FORM);
  const to = max && format(max, FORM);
  if (from && to) return t("dayFromTo", { from, to });
  if (from) return t("dayNotBefore", { form: DAY_FORM, from });
  return to ? t("dayNotAfter", { form: DAY_FORM, to }) : t("dayAs", { form: DAY_FORM });
}

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
        dateFormat={FORM}
        strictParsing
        placeholderText={DAY_FORM}
        autoComplete="off"
        className="control"
        wrapperClassName="w-full"
        popperPlacement="bottom-start"
        showPopperArrow={false}
        locale={dayNames(languageTag())}
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
