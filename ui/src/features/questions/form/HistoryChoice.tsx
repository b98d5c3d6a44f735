import type { HistoryMode } from "@/api/types";
import { RadioGroup } from "@/ui/RadioGroup";

export const HISTORY_LABELS: Record<HistoryMode, string> = {
  saves: "Each saved version",
  keystrokes: "Keystrokes",
};

const HINTS: Record<HistoryMode, string> = {
  saves: "The text at each save, a few seconds apart.",
  keystrokes: "Also each change in between, and when it was typed. Candidates are told before they start.",
};

export const isHistoryMode = (value: unknown): value is HistoryMode =>
  typeof value === "string" && Object.hasOwn(HISTORY_LABELS, value);

const OPTIONS = Object.entries(HISTORY_LABELS).map(([value, label]) => ({
  value,
  label,
  hint: HINTS[value as HistoryMode],
}));

interface Props {
  mode: HistoryMode;
  onChange(mode: HistoryMode): void;
}

/** Choice of the detail in which a test keeps the history of its answers. */
export function HistoryChoice({ mode, onChange }: Props) {
  return (
    <RadioGroup
      label="History of the answers"
      options={OPTIONS}
      value={mode}
      onChange={(value) => isHistoryMode(value) && onChange(value)}
    />
  );
}
