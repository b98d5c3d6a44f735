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

const TOLERANCES: { value: NumberDraft["tolerance_kind"]; label: string }[] = [
  { value: "none", label: "None: exactly this number" },
  { value: "absolute", label: "Plus or minus a number" },
  { value: "relative", label: "Plus or minus percent" },
];

export function NumberForm({ number, errorOf, onChange }: NumberFormProps) {
  const set = (changes: Partial<NumberDraft>) => onChange({ ...number, ...changes });
  const isRelative = number.tolerance_kind === "relative";
  const chosen = (value: string) => TOLERANCES.find((t) => t.value === value)?.value ?? "none";
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Correct number"
          hint="With a decimal point. Candidates may also use a comma."
          error={errorOf("correct_number")}
          required
        >
          <Input
            inputMode="decimal"
            value={number.correct_number}
            placeholder="3.5"
            onChange={(event) => set({ correct_number: event.target.value })}
          />
        </Field>
        <Field label="Unit" hint="Optional. If set, the answer must include it." error={errorOf("unit")}>
          <Input
            value={number.unit}
            placeholder="kg"
            onChange={(event) => set({ unit: event.target.value })}
          />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tolerance" error={number.tolerance_kind === "none" ? errorOf("tolerance") : undefined}>
          <Select
            value={number.tolerance_kind}
            options={TOLERANCES}
            onChange={(event) => set({ tolerance_kind: chosen(event.target.value) })}
          />
        </Field>
        {number.tolerance_kind !== "none" && (
          <Field label={isRelative ? "Percent" : "Plus or minus"} error={errorOf("tolerance")} required>
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
