import { type ReactNode, type RefObject, useImperativeHandle } from "react";
import type { Question, Test } from "@/api/types";
import type { Passage } from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { QuestionFields } from "@/features/questions/form/QuestionFields";
import {
  blankDraft,
  DIALOG_TEXTS,
  draftOf,
  isWritten,
  newQuestionId,
  type QuestionDraft,
  toQuestion,
} from "@/features/questions/form/rules";
import { useQuestionForm } from "@/features/questions/form/useQuestionForm";
import { t } from "@/features/tests/sections/texts";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { LanguagePreview } from "./LanguagePreview";

/** What the page does with the form before it shows something else. */
export interface Settling {
  /** Takes what was written into the test; false, with the problem shown, if it cannot be taken. */
  settle: () => boolean;
}

interface Props {
  ref: RefObject<Settling | null>;
  test: Test;
  /** Absent for a new one. */
  question: Question | null;
  /** The passage that it is about. */
  passage?: Passage | undefined;
  taken: string[];
  errors: Errors;
  /** Input of an earlier page, tab or session. */
  begun: QuestionDraft | undefined;
  /** Buttons beside the title. */
  actions?: ReactNode;
  onPending: (draft: QuestionDraft | undefined) => void;
  onKeep: (question: Question) => void;
}

/** Focuses the first field with an error, which may be far above the button. */
function focusError(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}

/** A question of this test, with its preview beside it on a wide window. */
export function WrittenEditor(props: Props) {
  const { ref, test, question, passage, taken, errors, begun, actions, onPending, onKeep } = props;
  const form = useQuestionForm(
    () => begun ?? (question ? draftOf(question) : blankDraft(newQuestionId(taken))),
    DIALOG_TEXTS,
    { refused: errors, onDraft: (next) => onPending(isWritten(next, question) ? next : undefined) },
  );
  const { draft } = form.fields;
  const keep = () => {
    const done = form.take();
    if (done) {
      onKeep(done);
      if (!question)
        form.restart({
          ...blankDraft(newQuestionId([...taken, done.id]), done.type),
          format: done.format ?? "plain",
        });
    }
    return done !== null;
  };
  useImperativeHandle(ref, () => ({ settle: () => !isWritten(draft, question) || keep() }));
  const changed = isWritten(draft, question);
  return (
    // Tests and solutions of code need the width, and candidates see nothing of them.
    <div className="group/editor grid grid-cols-1 items-start gap-5 min-[1100px]:grid-cols-[minmax(0,1fr)_minmax(17rem,24rem)] min-[1100px]:has-[[data-step=tests],[data-step=solutions]]:grid-cols-1">
      <Card title={question ? t("editTitle") : t("addTitle")} actions={actions}>
        <form
          noValidate
          aria-label={question ? t("editTitle") : t("addTitle")}
          className="space-y-5 min-[1100px]:[&_[data-whole]]:hidden"
          onSubmit={(event) => {
            event.preventDefault();
            if (!keep()) focusError(event.currentTarget);
          }}
        >
          <QuestionFields {...form.fields} />
          <div className="flex flex-wrap justify-end gap-2">
            {changed && (
              <Button
                variant="ghost"
                onClick={() => {
                  form.restart(question ? draftOf(question) : blankDraft(draft.id, draft.type));
                  onPending(undefined);
                }}
              >
                {t("undo")}
              </Button>
            )}
            <Button type="submit" variant="secondary">
              {question ? t("updateQuestion") : t("addQuestion")}
            </Button>
          </div>
        </form>
      </Card>
      <div className="hidden min-[1100px]:sticky min-[1100px]:top-30 min-[1100px]:block min-[1100px]:group-has-[[data-step=tests],[data-step=solutions]]/editor:hidden">
        <LanguagePreview key={draft.type} test={test} question={toQuestion(draft)} passage={passage} />
      </div>
    </div>
  );
}
