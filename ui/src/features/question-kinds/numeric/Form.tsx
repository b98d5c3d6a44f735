import { t } from "@/features/question-kinds/staff-texts";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import type { ErrorOf } from "../form/problem";
import type { NumberDraft } from "./key";

interface NumberFormProps {
  number: NumberDraft;
  errorOf: ErrorOf;
  onChange: (number: NumberDraft) => void;
}

const tolerances = (): { value: NumberDraft["tolerance_kind"]; label: string }[] => [
  { value: "none", label: t("exactly") },
  { value: "absolute", label: t("absolute") },
  { value: "relative", label: t("relative") },
];

export function NumberForm({ number, errorOf, onChange }: NumberFormProps) {
  const set = (changes: Partial<NumberDraft>) => onChange({ ...number, ...changes });
  const isRelative = number.tolerance_kind === "relative";
  const chosen = (value: string) => tolerances().find((one) => one.value === value)?.value ?? "none";
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("correctNumber")} hint={t("numberHint")} error={errorOf("correct_number")} required>
          <Input
            inputMode="decimal"
            value={number.correct_number}
            placeholder="3.5"
            onChange={(event) => set({ correct_number: event.target.value })}
          />
        </Field>
        <Field label={t("unit")} hint={t("unitHint")} error={errorOf("unit")}>
          <Input
            value={number.unit}
            placeholder="kg"
            onChange={(event) => set({ unit: event.target.value })}
          />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("tolerance")}
          error={number.tolerance_kind === "none" ? errorOf("tolerance") : undefined}
        >
          <Select
            value={number.tolerance_kind}
            options={tolerances()}
            onChange={(event) => set({ tolerance_kind: chosen(event.target.value) })}
          />
        </Field>
        {number.tolerance_kind !== "none" && (
          <Field label={isRelative ? t("percent") : t("plusMinus")} error={errorOf("tolerance")} required>
            <Input
              inputMode="decimal"
              value={number.tolerance}
              placeholder={isRelative ? "2" : "0.1"}
              onChange={(event) => set({ tolerance: event.target.value })}
            />
          </Field>
        )}
      </div>
    </div>
  );
}
