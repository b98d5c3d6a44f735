import type { Question } from "@/api/types";
import { FormDialog } from "@/ui/FormDialog";
import type { Errors } from "./errors";
import { QuestionFields } from "./QuestionFields";
import { blankDraft, DIALOG_TEXTS, draftOf, newQuestionId, type QuestionDraft } from "./rules";
import { t } from "./texts";
import { useQuestionForm } from "./useQuestionForm";

export interface QuestionDialogProps {
  /** The question to edit; undefined for a new one. */
  question: Question | null;
  /** Ids that a new question must not take. */
  taken: string[];
  /** Errors of the server about the question. */
  errors?: Errors | undefined;
  /** Unsaved input of an earlier page or session. */
  draft?: QuestionDraft | undefined;
  onDraft?: (draft: QuestionDraft) => void;
  onSave: (question: Question) => void;
  onClose: () => void;
}

/** "Edit Question" and "Add Question to Test" dialogs. Mount only while open. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { question, taken, errors, draft, onDraft, onSave, onClose } = props;
  const form = useQuestionForm(
    () => draft ?? (question ? draftOf(question) : blankDraft(newQuestionId(taken))),
    DIALOG_TEXTS,
    { refused: errors, onDraft },
  );
  return (
    <FormDialog
      title={question ? t("editQuestion") : t("addToTest")}
      submit={question ? t("updateQuestion") : t("addQuestion")}
      onSubmit={() => {
        const done = form.take();
        if (done) onSave(done);
      }}
      onClose={onClose}
    >
      <QuestionFields {...form.fields} />
    </FormDialog>
  );
}
