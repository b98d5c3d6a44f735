import { Sparkles } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { QuestionType } from "@/api/questions";
import { QUESTION_TYPES } from "@/features/question-kinds/labels";
import { mayHaveKey, NO_KEY, useAiSettings } from "@/features/staff-shared/ai/key";
import { clock, kindLabel } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { BLANK_FORM, COUNT_MAX, COUNT_MIN, type FormProblem, formProblem, LEVELS, TYPES } from "./generate";
import { KeyHint } from "./KeyHint";
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
        Generating {count} questions...
      </p>
      <div className="mx-auto mt-4 h-1.5 max-w-xs overflow-hidden rounded-full bg-subtle">
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-500"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-3 text-muted text-sm tabular-nums">
        {clock(seconds)}. This usually takes 30 to 60 seconds.
      </p>
      {seconds > TYPICAL_SECONDS && (
        <p className="mt-1 text-muted text-sm">This is taking longer than usual, but it is still running.</p>
      )}
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
    else if (noKey) toast.error(NO_KEY, { id: "generate" });
    else start(form);
  };
  return (
    <Dialog
      open
      locked={busy}
      onOpenChange={(open) => !open && onClose()}
      title={bank ? "Generate questions with AI" : "Auto Generate Test with AI"}
      description={busy ? undefined : outcome(bank, form.direct)}
      footer={
        busy ? (
          <Button variant="secondary" onClick={cancel}>
            Cancel generation
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} icon={<Sparkles aria-hidden="true" className="size-4" />}>
              {bank ? "Generate questions" : "Generate Test"}
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
          <Field label="Topic" error={errorOf("topic")} required>
            <Input
              value={form.topic}
              maxLength={500}
              placeholder="e.g. JavaScript fundamentals, REST API design"
              onChange={(event) => set({ topic: event.target.value })}
            />
          </Field>
          <div className={bank ? "grid gap-4 sm:grid-cols-2" : "grid gap-4 sm:grid-cols-3"}>
            <Field label="Number of questions" error={errorOf("count")} required>
              <Input
                type="number"
                inputMode="numeric"
                min={COUNT_MIN}
                max={COUNT_MAX}
                value={form.count}
                onChange={(event) => set({ count: event.target.value })}
              />
            </Field>
            <Field label="Level">
              <Select
                value={form.level}
                options={LEVELS}
                onChange={(event) =>
                  set({ level: LEVELS.find((l) => l.value === event.target.value)?.value ?? form.level })
                }
              />
            </Field>
            {!bank && (
              <Field label="Question type">
                <Select
                  value={form.type}
                  options={TYPES}
                  onChange={(event) =>
                    set({ type: TYPES.find((t) => t.value === event.target.value)?.value ?? form.type })
                  }
                />
              </Field>
            )}
          </div>
          {bank ? (
            <Types types={form.types} error={errorOf("types")} onChange={(types) => set({ types })} />
          ) : (
            <Checkbox
              label="Create the test directly"
              hint="Skip the review step. You can edit the test later."
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
  if (bank) return "The questions are added to the bank as drafts. Check each one, then mark it as ready.";
  return direct
    ? "The test is created immediately, with unreviewed questions."
    : "The questions open in the test creator for you to check before anything is saved.";
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
      <legend className="mb-2 font-medium text-sm">Question types</legend>
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
