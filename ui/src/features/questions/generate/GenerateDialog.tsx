import { Sparkles } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { QuestionType } from "@/api/questions";
import { QUESTION_TYPES } from "@/features/question-kinds/labels";
import { mayHaveKey, noKeyText, useAiSettings } from "@/features/staff-shared/ai/key";
import { clock, kindLabel } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { BLANK_FORM, COUNT_MAX, COUNT_MIN, type FormProblem, formProblem, levels, types } from "./generate";
import { KeyHint } from "./KeyHint";
import { t } from "./texts";
import { useGenerate } from "./useGenerate";

/** Typical duration of a generation in seconds (docs/behaviour/results.md#ai). */
const TYPICAL_SECONDS = 60;

function Waiting({ count }: { count: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = window.setInterval(() => setSeconds((Date.now() - began) / 1000), 500);
    return () => window.clearInterval(timer);
  }, []);
  // Providers report no progress: the bar follows the typical time and never reaches the end.
  const share = Math.min(0.96, 1 - Math.exp((-2.2 * seconds) / TYPICAL_SECONDS));
  return (
    <div className="py-6 text-center">
      <Sparkles aria-hidden="true" className="mx-auto size-8 text-primary" />
      <p role="status" className="mt-3 font-medium">
        {t("generating", { count })}
      </p>
      <div className="mx-auto mt-4 h-1.5 max-w-xs overflow-hidden rounded-full bg-subtle">
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-500"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-3 text-muted text-sm tabular-nums">{t("usually", { time: clock(seconds) })}</p>
      {seconds > TYPICAL_SECONDS && <p className="mt-1 text-muted text-sm">{t("longer")}</p>}
    </div>
  );
}

interface GenerateDialogProps {
  /** Puts drafts into the question bank, instead of creating a test. */
  bank?: boolean;
  onClose: () => void;
}

export function GenerateDialog({ bank = false, onClose }: GenerateDialogProps) {
  const formId = useId();
  const settings = useAiSettings();
  const [form, setForm, kept] = useKept(bank ? "generate questions" : "generate test", BLANK_FORM);
  const [checked, setChecked] = useState(false);
  const { busy, start, cancel } = useGenerate(bank, () => {
    kept.sent();
    onClose();
  });
  const problem = formProblem(form, bank);
  const noKey = !mayHaveKey(settings.data);
  const set = (changes: Partial<typeof form>) => setForm((before) => ({ ...before, ...changes }));
  const errorOf = (field: FormProblem["field"]) =>
    checked && problem?.field === field ? problem.text : undefined;
  const submit = () => {
    setChecked(true);
    if (problem) toast.error(problem.text, { id: "generate" });
    else if (noKey) toast.error(noKeyText(), { id: "generate" });
    else start(form);
  };
  return (
    <Dialog
      open
      locked={busy}
      onOpenChange={(open) => !open && onClose()}
      title={bank ? t("titleQuestions") : t("titleTest")}
      description={busy ? undefined : outcome(bank, form.direct)}
      footer={
        busy ? (
          <Button variant="secondary" onClick={cancel}>
            {t("cancelGeneration")}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" form={formId} icon={Sparkles}>
              {bank ? t("generateQuestions") : t("generateTest")}
            </Button>
          </>
        )
      }
    >
      {busy ? (
        <Waiting count={form.count} />
      ) : (
        <form
          id={formId}
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {noKey && <KeyHint onFollow={onClose} />}
          <Field label={t("topic")} error={errorOf("topic")} required>
            <Input
              value={form.topic}
              maxLength={500}
              placeholder={t("topicExample")}
              onChange={(event) => set({ topic: event.target.value })}
            />
          </Field>
          <div className={bank ? "grid gap-4 sm:grid-cols-2" : "grid gap-4 sm:grid-cols-3"}>
            <Field label={t("number")} error={errorOf("count")} required>
              <Input
                type="number"
                inputMode="numeric"
                min={COUNT_MIN}
                max={COUNT_MAX}
                value={form.count}
                onChange={(event) => set({ count: event.target.value })}
              />
            </Field>
            <Field label={t("level")}>
              <Select
                value={form.level}
                options={levels()}
                onChange={(event) =>
                  set({ level: levels().find((l) => l.value === event.target.value)?.value ?? form.level })
                }
              />
            </Field>
            {!bank && (
              <Field label={t("questionType")}>
                <Select
                  value={form.type}
                  options={types()}
                  onChange={(event) =>
                    set({ type: types().find((one) => one.value === event.target.value)?.value ?? form.type })
                  }
                />
              </Field>
            )}
          </div>
          {bank ? (
            <Types types={form.types} error={errorOf("types")} onChange={(types) => set({ types })} />
          ) : (
            <Checkbox
              label={t("direct")}
              hint={t("directHint")}
              checked={form.direct}
              onChange={(event) => set({ direct: event.target.checked })}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

function outcome(bank: boolean, direct: boolean): string {
  if (bank) return t("toBank");
  return direct ? t("atOnce") : t("toWizard");
}

interface TypesProps {
  types: QuestionType[];
  error: string | undefined;
  onChange: (types: QuestionType[]) => void;
}

function Types({ types, error, onChange }: TypesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-2 font-medium text-sm">{t("types")}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {QUESTION_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={kindLabel(type)}
            checked={types.includes(type)}
            onChange={(event) =>
              onChange(event.target.checked ? [...types, type] : types.filter((other) => other !== type))
            }
          />
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 font-medium text-error text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
