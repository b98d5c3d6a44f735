import { type ReactNode, useId } from "react";
import { errorText } from "@/api/client";
import type { Rubric } from "@/api/types";
import { formatDateTime, points } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { RadioGroup } from "@/ui/RadioGroup";
import { Skeleton } from "@/ui/Skeleton";
import { Textarea } from "@/ui/Textarea";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { cautions, movesWords } from "../ranking/repairs/words";
import { ItemRows } from "./ItemRows";
import { SnippetRows } from "./SnippetRows";
import { useRubricForm } from "./useRubricForm";

const TEXT_MAX = 20_000;
const NOTES_MAX = 5_000;
const MODES = [
  { value: "add", label: "Add", hint: "Each chosen item adds its points, from nothing." },
  { value: "deduct", label: "Deduct", hint: "Each chosen item takes its points from the full ones." },
];

interface Props {
  test: string;
  rubric: Rubric;
  title: string;
  description: string | undefined;
  /** Chooses another question; not while this one has changes. */
  choice: ReactNode;
  onClose: () => void;
}

type Form = ReturnType<typeof useRubricForm>;

function Preview({ form: { moves, preview } }: { form: Form }) {
  if (!moves) return null;
  return (
    <section aria-label="Preview" aria-live="polite" className="min-h-10 space-y-2">
      {preview?.error && <p className="text-error text-sm">{errorText(preview.error)}</p>}
      {preview?.data && (
        <>
          <p className="text-sm tabular-nums">
            Answers that were scored by this rubric: {movesWords(preview.data)}
          </p>
          {cautions(preview.data).map((text) => (
            <p key={text} className="toned tone-amber rounded-control px-3 py-2 text-sm">
              {text}
            </p>
          ))}
        </>
      )}
      {!preview?.data && !preview?.error && <Skeleton className="h-10" />}
    </section>
  );
}

function ConflictOf({ form: { conflict, keepMine, takeTheirs } }: { form: Form }) {
  if (!conflict) return null;
  return (
    <div role="alert" className="toned tone-amber space-y-2 rounded-control p-3 text-sm">
      <p>
        <bdi>{conflict.by}</bdi> changed this rubric{conflict.at && `, ${formatDateTime(conflict.at)}`}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={takeTheirs}>
          Take theirs
        </Button>
        <Button size="sm" onClick={keepMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}

/** The rubric of one question, the model answer and the prepared comments. */
export function RubricForm({ test, rubric, title, description, choice, onClose }: Props) {
  const formId = useId();
  const form = useRubricForm(test, rubric, onClose);
  const { draft, change, isDirty, isSaving } = form;
  const [close, discard] = useDiscardGuard(
    isDirty ? "The changes of this rubric are not saved." : null,
    onClose,
  );
  return (
    <Dialog
      open
      size="lg"
      locked={isSaving}
      onOpenChange={(open) => !open && close()}
      title={title}
      description={description && <bdi>{description}</bdi>}
      footer={
        <>
          <Button variant="secondary" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} disabled={!isDirty || form.conflict !== null}>
            Save rubric
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        {choice && <fieldset disabled={isDirty}>{choice}</fieldset>}
        <RadioGroup
          label={`Points of the items, of ${points(rubric.points)}`}
          className="sm:grid sm:grid-cols-2"
          options={MODES}
          value={draft.mode}
          onChange={(mode) => change({ mode: mode === "deduct" ? "deduct" : "add" })}
        />
        <ItemRows
          mode={draft.mode}
          rows={draft.items}
          full={rubric.points}
          error={form.itemsError}
          onChange={(items) => change({ items })}
        />
        <Preview form={form} />
        <ConflictOf form={form} />
        <Field label="Model answer" hint="Only those who score see it." error={form.errors.model_answer}>
          <Textarea
            rows={3}
            maxLength={TEXT_MAX}
            value={draft.model_answer}
            onChange={(event) => change({ model_answer: event.target.value })}
          />
        </Field>
        <Field label="Notes" hint="What to accept, and what not." error={form.errors.notes}>
          <Textarea
            rows={2}
            maxLength={NOTES_MAX}
            value={draft.notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
        </Field>
        <SnippetRows
          rows={draft.snippets}
          error={form.snippetsError}
          onChange={(snippets) => change({ snippets })}
        />
      </form>
      {discard}
    </Dialog>
  );
}
