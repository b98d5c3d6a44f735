import { useState } from "react";
import type { Question } from "@/api/types";
import type { Errors } from "@/features/questions/form/errors";
import { QuestionCard } from "@/features/questions/form/QuestionCard";
import { duplicated } from "@/features/questions/form/rules";
import { SortableQuestions } from "@/features/questions/form/SortableQuestions";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { withBlanks } from "@/ui/rich-text/gaps";
import { toast } from "@/ui/toast";
import { QuestionEditor } from "./QuestionEditor";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

interface Props {
  wizard: Wizard;
  /** Errors of the server about a question. */
  errorsOf?: (question: Question) => Errors;
  onPrevious: () => void;
  onNext: () => void;
}

export function QuestionsStep(props: Props) {
  const { wizard, errorsOf = () => ({}), onPrevious, onNext } = props;
  const { draft, change } = wizard;
  const { questions } = draft;
  const ids = questions.map((q) => q.id);
  // Reopens the question edited before a reload.
  const [editing, setEditing] = useState(() => ids.find((id) => id === draft.pending?.id) ?? null);
  const [doomed, setDoomed] = useState<Question | null>(null);
  const [written, setWritten] = useState(false);
  /** Pending navigation while a question is unsaved. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const leave = (go: () => void) => (written ? setLeaving(() => go) : go());
  const stopEditing = () => {
    setEditing(null);
    if (draft.pending) change({ pending: undefined });
  };

  return (
    <div className="space-y-4">
      {questions.length > 0 && (
        <SortableQuestions questions={questions} onChange={(questions) => change({ questions })}>
          {(question, index) =>
            editing === question.id ? (
              <QuestionEditor
                question={question}
                taken={ids}
                errors={errorsOf(question)}
                begun={draft.pending}
                onWritten={setWritten}
                onType={(pending) => change({ pending })}
                onCancel={stopEditing}
                onSave={(saved) => {
                  change({
                    questions: questions.map((q) => (q.id === saved.id ? saved : q)),
                    pending: undefined,
                  });
                  setEditing(null);
                  toast.success(t("updated"));
                }}
              />
            ) : (
              <QuestionCard
                question={question}
                number={index + 1}
                errors={errorsOf(question)}
                onDuplicate={() => {
                  change({ questions: duplicated(questions, index) });
                  toast.success(t("duplicated"));
                }}
                onEdit={() => leave(() => setEditing(question.id))}
                onDelete={() => setDoomed(question)}
              />
            )
          }
        </SortableQuestions>
      )}

      {editing === null && (
        <QuestionEditor
          question={null}
          taken={ids}
          begun={draft.pending}
          onWritten={setWritten}
          onType={(pending) => change({ pending })}
          onSave={(question) => {
            change({ questions: [...questions, question], pending: undefined });
            toast.success(t("added"));
          }}
        />
      )}

      <Card>
        <div className="flex justify-between gap-3">
          <Button variant="secondary" onClick={() => leave(onPrevious)}>
            {t("previous")}
          </Button>
          <Button disabled={questions.length === 0} onClick={() => leave(onNext)}>
            {t("nextReview")}
          </Button>
        </div>
      </Card>

      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={t("unsavedQuestion")}
        description={editing === null ? t("notAddedYet") : t("notSavedYet")}
        cancelLabel={t("keepWriting")}
        confirmLabel={t("discardQuestion")}
        danger
        onConfirm={() => {
          setLeaving(null);
          change({ pending: undefined });
          leaving?.();
        }}
      />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={t("deleteAsk")}
        description={
          <bdi className="line-clamp-4">
            {doomed?.type === "gaps" ? withBlanks(doomed.question) : doomed?.question}
          </bdi>
        }
        confirmLabel={t("deleteQuestion")}
        danger
        onConfirm={() => {
          change({ questions: questions.filter((q) => q !== doomed) });
          setDoomed(null);
          toast.success(t("deleted"));
        }}
      />
    </div>
  );
}
