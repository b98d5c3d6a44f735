import { Sparkles } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { clock } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { BLANK_FORM, COUNT_MAX, COUNT_MIN, formProblem, LEVELS, TYPES } from "./generate";
import { mayHaveKey, NO_KEY, useAiSettings } from "./key";
import { useGenerate } from "./useGenerate";

/** Typical duration of a generation in seconds (docs/behaviour.md#ai). */
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
        <p className="mt-1 text-muted text-sm">It takes longer than usual; it is still working.</p>
      )}
    </div>
  );
}

export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const settings = useAiSettings();
  const [form, setForm] = useState(BLANK_FORM);
  const [checked, setChecked] = useState(false);
  const { busy, start, cancel } = useGenerate(onClose);
  const problem = formProblem(form);
  const noKey = !mayHaveKey(settings.data);
  const set = (changes: Partial<typeof form>) => setForm((before) => ({ ...before, ...changes }));
  const errorOf = (field: "topic" | "count") =>
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
      title="Auto Generate Test with AI"
      description={
        busy
          ? undefined
          : form.direct
            ? "The test is created immediately, with unreviewed questions."
            : "The questions open in the test creator for you to check before anything is saved."
      }
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
              Generate Test
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
          {noKey && <p className="toned tone-amber rounded-control px-3 py-2 text-sm">{NO_KEY}</p>}
          <Field label="Topic" error={errorOf("topic")} required>
            <Input
              value={form.topic}
              maxLength={500}
              placeholder="e.g. JavaScript fundamentals, REST API design"
              onChange={(event) => set({ topic: event.target.value })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-3">
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
            <Field label="Question type">
              <Select
                value={form.type}
                options={TYPES}
                onChange={(event) =>
                  set({ type: TYPES.find((t) => t.value === event.target.value)?.value ?? form.type })
                }
              />
            </Field>
          </div>
          <Checkbox
            label="Create the test directly"
            hint="Skip the review step. You can edit the test later."
            checked={form.direct}
            onChange={(event) => set({ direct: event.target.checked })}
          />
        </form>
      )}
    </Dialog>
  );
}
