import type { ReactNode } from "react";
import { OptionRow } from "./OptionRow";

export interface GroupOption {
  value: string;
  label: ReactNode;
  /** Its name for a screen reader, where the label is a formula: its text alone would say something else. */
  spoken?: string | undefined;
}

interface CheckGroupProps {
  /** The question that the options answer. */
  label: string;
  options: GroupOption[];
  chosen: readonly string[];
  /** Tag of the language of the label and the options, where it may be another than the page's. */
  lang?: string | undefined;
  /** In two columns where there is room. */
  isWide?: boolean;
  /** In the order of the options. */
  onChange: (chosen: string[]) => void;
}

/** Any number of choices, each a full-width target. */
export function CheckGroup({ label, options, chosen, lang, isWide, onChange }: CheckGroupProps) {
  const toggle = (value: string, on: boolean) =>
    onChange(options.map((option) => option.value).filter((v) => (v === value ? on : chosen.includes(v))));
  return (
    <fieldset
      lang={lang}
      className={isWide ? "grid min-w-0 gap-2 sm:grid-cols-2" : "flex min-w-0 flex-col gap-2"}
    >
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, label: text, spoken }) => (
        <OptionRow
          key={value}
          type="checkbox"
          aria-label={spoken}
          checked={chosen.includes(value)}
          onChange={(event) => toggle(value, event.target.checked)}
          label={text}
        />
      ))}
    </fieldset>
  );
}
