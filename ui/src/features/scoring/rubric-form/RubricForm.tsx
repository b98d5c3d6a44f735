import { type ReactNode, useId } from "react";
import type { Rubric } from "@/api/types";
import { Moves } from "@/features/staff-shared/moves/Moves";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { RadioGroup } from "@/ui/RadioGroup";
import { Textarea } from "@/ui/Textarea";
import { TypedNotice } from "@/ui/TypedNotice";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { t } from "../rubric/texts";
import { ItemRows } from "./ItemRows";
import { SnippetRows } from "./SnippetRows";
import { useRubricForm } from "./useRubricForm";

const TEXT_MAX = 20_000;
const NOTES_MAX = 5_000;
const modes = () => [
  { value: "add", label: t("add"), hint: t("addHint") },
  { value: "deduct", label: t("deduct"), hint: t("deductHint") },
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

/** While a preview is still to be asked for. */
const NO_ANSWER = { data: undefined, error: null };

type Form = ReturnType<typeof useRubricForm>;

function Preview({ form: { moves, preview } }: { form: Form }) {
  if (!moves) return null;
  return (
    <section aria-label={t("preview")} aria-live="polite" className="min-h-10 space-y-2">
      <Moves query={preview ?? NO_ANSWER} lead={t("scoredByThis")} />
    </section>
  );
}

function ConflictOf({ form: { conflict, keepMine, takeTheirs } }: { form: Form }) {
  if (!conflict) return null;
  return <ChangedChoice change={conflict} what={t("thisRubric")} onTheirs={takeTheirs} onMine={keepMine} />;
}

/** The rubric of one question, the model answer and the prepared comments. */
export function RubricForm({ test, rubric, title, description, choice, onClose }: Props) {
  const formId = useId();
  const form = useRubricForm(test, rubric, onClose);
  const { draft, change, isDirty, isSaving } = form;
  const [close, discard] = useDiscardGuard(isDirty ? t("unsaved") : null, () => {
    form.kept.discard();
    onClose();
  });
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
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId} busy={isSaving} disabled={!isDirty || form.conflict !== null}>
            {t("saveRubric")}
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
        <TypedNotice kept={form.kept} />
        {choice && <fieldset disabled={isDirty}>{choice}</fieldset>}
        <RadioGroup
          label={t("itemPoints", { count: rubric.points })}
          className="sm:grid sm:grid-cols-2"
          options={modes()}
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
        <Field label={t("modelAnswer")} hint={t("modelAnswerHint")} error={form.errors.model_answer}>
          <Textarea
            rows={3}
            maxLength={TEXT_MAX}
            value={draft.model_answer}
            onChange={(event) => change({ model_answer: event.target.value })}
          />
        </Field>
        <Field label={t("notes")} hint={t("notesHint")} error={form.errors.notes}>
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
