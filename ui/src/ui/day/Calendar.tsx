import type { Locale } from "date-fns";
import { format } from "date-fns/format";
import { enUS } from "date-fns/locale/en-US";
import { useId, useState } from "react";
import DatePicker from "react-datepicker";
import { languageTag } from "@/i18n";
import { t } from "../texts";
import "react-datepicker/dist/react-datepicker.css";
import "./calendar.css";
import { useField } from "../Field";
import { type DayInputProps, dayForm } from "./day-input";

/** Labels a day "Sunday, November 1, 2026": with "1st" the label would not contain the visible number. */
const NAMED_DAYS: typeof enUS = {
  ...enUS,
  formatLong: {
    ...enUS.formatLong,
    date: (options) => (options.width === "full" ? "EEEE, MMMM d, y" : enUS.formatLong.date(options)),
  },
};

/** Months and weekdays in the language of the page, as the browser names them. */
function namesOf(tag: string): Locale {
  const { firstDay } = dayForm();
  const named = (options: Intl.DateTimeFormatOptions, day: Date) =>
    new Intl.DateTimeFormat(tag, options).format(day);
  return {
    ...NAMED_DAYS,
    code: tag,
    options: { weekStartsOn: firstDay },
    formatLong: {
      ...NAMED_DAYS.formatLong,
      date: (options) => (options.width === "full" ? "EEEE, d MMMM y" : enUS.formatLong.date(options)),
    },
    localize: {
      ...NAMED_DAYS.localize,
      month: (month, options) =>
        named({ month: options?.width === "abbreviated" ? "short" : "long" }, new Date(2026, month, 1)),
      // The first of February 2026 is a Sunday.
      day: (day, options) =>
        named({ weekday: options?.width === "wide" ? "long" : "short" }, new Date(2026, 1, 1 + day)),
    },
  };
}

const localeOf = (tag: string) => (tag === "en" ? NAMED_DAYS : namesOf(tag));

/** Hint for the accepted range. */
function wanted(min: Date | undefined, max: Date | undefined): string {
  const { pattern, words } = dayForm();
  const from = min && format(min, pattern);
  const to = max && format(max, pattern);
  if (from && to) return t("dayFromTo", { from, to });
  if (from) return t("dayNotBefore", { form: words, from });
  return to ? t("dayNotAfter", { form: words, to }) : t("dayAs", { form: words });
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
        dateFormat={dayForm().pattern}
        strictParsing
        placeholderText={dayForm().words}
        autoComplete="off"
        className="control"
        wrapperClassName="w-full"
        popperPlacement="bottom-start"
        showPopperArrow={false}
        locale={localeOf(languageTag())}
      />
      {refused && (
        <p id={refusal} role="alert" className="mt-1.5 font-medium text-error text-xs">
          {wanted(min, max)}
        </p>
      )}
    </>
  );
}
