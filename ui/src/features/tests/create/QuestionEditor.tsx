import { Plus } from "lucide-react";
import { useEffect } from "react";
import type { Question } from "@/api/types";
import type { Errors } from "@/features/questions/form/errors";
import { QuestionFields } from "@/features/questions/form/QuestionFields";
import {
  blankDraft,
  draftOf,
  isWritten,
  newQuestionId,
  type QuestionDraft,
  WIZARD_TEXTS,
} from "@/features/questions/form/rules";
import { useQuestionForm } from "@/features/questions/form/useQuestionForm";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { t } from "./texts";

interface Props {
  /** The question to edit; undefined for a new one. */
  question: Question | null;
  taken: string[];
  /** Initial form values: text typed before a reload. */
  begun?: QuestionDraft | undefined;
  /** Errors of the server about the question. */
  errors?: Errors | undefined;
  /** Takes the focus: it was asked for with a button. */
  focused?: boolean;
  onSave: (question: Question) => void;
  /** Reports whether the form has unsaved changes. */
  onWritten: (written: boolean) => void;
  /** Receives each change, to persist it; undefined when there is nothing to keep. */
  onType?: (draft: QuestionDraft | undefined) => void;
  onCancel?: () => void;
}

/** Question form. After adding, it is cleared but keeps the type and the format. */
export function QuestionEditor(props: Props) {
  const { question, taken, begun, errors, focused, onSave, onWritten, onType, onCancel } = props;
  const form = useQuestionForm(
    () => {
      if (question) return begun?.id === question.id ? begun : draftOf(question);
      return begun ?? blankDraft(newQuestionId(taken));
    },
    WIZARD_TEXTS,
    { refused: errors },
  );
  const written = isWritten(form.fields.draft, question);
  useEffect(() => onWritten(written), [written, onWritten]);
  const { textRef } = form.fields;
  useEffect(() => {
    if (focused) textRef.current?.focus();
  }, [focused, textRef]);
  return (
    <Card
      title={question ? t("editQuestion") : t("newQuestion")}
      className={question ? "border-primary" : undefined}
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          const done = form.take();
          if (!done) return;
          onSave(done);
          if (question) return;
          const blank = blankDraft(newQuestionId([...taken, done.id]), done.type);
          form.restart({ ...blank, format: done.format ?? "plain" });
        }}
      >
        <QuestionFields
          {...form.fields}
          onChange={(next) => {
            form.fields.onChange(next);
            onType?.(isWritten(next, question) ? next : undefined);
          }}
        />
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              {t("cancel")}
            </Button>
          )}
          {question ? (
            <Button type="submit">{t("updateQuestion")}</Button>
          ) : (
            <Button type="submit" variant={taken.length === 0 ? "primary" : "secondary"} icon={Plus}>
              {t("addQuestion")}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
