import { Plus } from "lucide-react";
import { useState } from "react";
import type { Question } from "@/api/types";
import { plural, points } from "@/lib/format";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import type { Errors } from "../questions/errors";
import { QuestionCard } from "../questions/QuestionCard";
import { QuestionDialog } from "../questions/QuestionDialog";
import { type QuestionDraft, totalPoints } from "../questions/rules";
import { SortableQuestions } from "../questions/SortableQuestions";

interface Props {
  questions: Question[];
  error: string | undefined;
  /** What the server refused about a question. */
  errorsOf: (question: Question) => Errors;
  /** Unsaved input of the dialog, which it opens with. */
  pending: QuestionDraft | undefined;
  onPending: (draft: QuestionDraft | undefined) => void;
  onChange: (questions: Question[]) => void;
}

type Open = { kind: "write"; question: Question | null } | { kind: "delete"; question: Question } | null;

/** The questions of the test panel; each is edited in a separate dialog. */
export function QuestionList({ questions, error, errorsOf, pending, onPending, onChange }: Props) {
  const [open, setOpen] = useState<Open>(() =>
    pending ? { kind: "write", question: questions.find(({ id }) => id === pending.id) ?? null } : null,
  );
  const close = () => {
    onPending(undefined);
    setOpen(null);
  };
  const keep = (question: Question) => {
    const known = questions.some((q) => q.id === question.id);
    onChange(known ? questions.map((q) => (q.id === question.id ? question : q)) : [...questions, question]);
    toast.success(known ? "Question updated successfully!" : "Question added successfully!");
    close();
  };
  return (
    <section aria-labelledby="panel-questions" className="mt-6">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 id="panel-questions" className="font-medium text-sm">
          Questions{" "}
          <span className="font-normal text-muted text-xs tabular-nums">
            {plural(questions.length, "question")}, {points(totalPoints(questions))}
          </span>
        </h3>
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => setOpen({ kind: "write", question: null })}
        >
          Add Question
        </Button>
      </div>
      {error && (
        <p role="alert" className="mb-3 font-medium text-error text-xs">
          {error}
        </p>
      )}
      <SortableQuestions questions={questions} onChange={onChange}>
        {(question, index) => (
          <QuestionCard
            question={question}
            number={index + 1}
            errors={errorsOf(question)}
            onEdit={() => setOpen({ kind: "write", question })}
            onDelete={() => setOpen({ kind: "delete", question })}
          />
        )}
      </SortableQuestions>
      {open?.kind === "write" && (
        <QuestionDialog
          question={open.question}
          taken={questions.map((q) => q.id)}
          errors={open.question ? errorsOf(open.question) : undefined}
          draft={pending}
          onDraft={onPending}
          onSave={keep}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open?.kind === "delete"}
        onOpenChange={() => setOpen(null)}
        title="Delete this question?"
        description={<bdi className="line-clamp-4">{open?.question?.question}</bdi>}
        confirmLabel="Delete question"
        danger
        onConfirm={() => {
          onChange(questions.filter((q) => q !== open?.question));
          setOpen(null);
        }}
      />
    </section>
  );
}
