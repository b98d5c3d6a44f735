import type { HistoryMode } from "@/api/types";
import { RadioGroup } from "@/ui/RadioGroup";
import { t } from "./texts";

const LABELS = { saves: "historySaves", keystrokes: "historyKeystrokes" } as const;
const HINTS = { saves: "historySavesHint", keystrokes: "historyKeystrokesHint" } as const;
const MODES: HistoryMode[] = ["saves", "keystrokes"];

export const historyLabel = (mode: HistoryMode) => t(LABELS[mode]);

export const isHistoryMode = (value: unknown): value is HistoryMode =>
  typeof value === "string" && Object.hasOwn(LABELS, value);

interface Props {
  mode: HistoryMode;
  onChange(mode: HistoryMode): void;
}

/** Choice of the detail in which a test keeps the history of its answers. */
export function HistoryChoice({ mode, onChange }: Props) {
  return (
    <RadioGroup
      label={t("history")}
      options={MODES.map((value) => ({ value, label: historyLabel(value), hint: t(HINTS[value]) }))}
      value={mode}
      onChange={(value) => isHistoryMode(value) && onChange(value)}
    />
  );
}
