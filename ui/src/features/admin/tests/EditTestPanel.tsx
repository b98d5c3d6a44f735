import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import type { Question, Test, TestInput } from "@/api/types";
import { plural, points } from "@/lib/format";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SlideOver } from "@/ui/SlideOver";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { QuestionCard } from "../questions/QuestionCard";
import { QuestionDialog } from "../questions/QuestionDialog";
import { DURATION_MAX, DURATION_MIN, totalPoints, wholeNumber } from "../questions/rules";

interface Props {
  test: Test;
  onClose: () => void;
}

type Open = { kind: "question"; question: Question | null } | { kind: "delete"; question: Question } | null;

/** Changes a test. Running and finished attempts keep the questions that they started with. */
export function EditTestPanel({ test, onClose }: Props) {
  const client = useQueryClient();
  const formId = useId();
  const [title, setTitle] = useState(test.title);
  const [description, setDescription] = useState(test.description);
  const [duration, setDuration] = useState(String(test.duration_minutes));
  const [questions, setQuestions] = useState(test.questions);
  const [checked, setChecked] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const [leaving, setLeaving] = useState(false);

  const minutes = wholeNumber(duration, DURATION_MIN, DURATION_MAX);
  const input = { title: title.trim(), description: description.trim(), questions };
  const before = { title: test.title, description: test.description, questions: test.questions };
  const dirty =
    JSON.stringify(input) !== JSON.stringify(before) || duration !== String(test.duration_minutes);

  const save = useMutation({
    mutationFn: (body: TestInput) => api.put<Test>(`/tests/${test.id}`, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["tests"] });
      toast.success("Test updated successfully!");
      onClose();
    },
    onError: (error) => toast.error(`Failed to update test: ${errorText(error)}`),
  });
  const refused = save.error instanceof ApiFailure ? save.error.fields : {};

  const submit = () => {
    setChecked(true);
    if (input.title === "" || minutes === null || questions.length === 0)
      toast.error("Please fill in all required fields and add at least one question", { id: "edit-test" });
    else save.mutate({ ...input, duration_minutes: minutes });
  };
  const keep = (question: Question) => {
    const known = questions.some((q) => q.id === question.id);
    setQuestions(
      known ? questions.map((q) => (q.id === question.id ? question : q)) : [...questions, question],
    );
    toast.success(known ? "Question updated successfully!" : "Question added successfully!");
    setOpen(null);
  };

  return (
    <SlideOver
      open
      onOpenChange={(next) => !next && (dirty ? setLeaving(true) : onClose())}
      title="Edit Test"
      description="Candidates who have already started keep the questions they started with."
      footer={
        <>
          <Button variant="secondary" onClick={() => (dirty ? setLeaving(true) : onClose())}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            Update Test
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="Title"
          error={checked && input.title === "" ? "Title is required" : refused.title}
          required
        >
          <Input value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label="Description" error={refused.description}>
          <Textarea rows={3} value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <Field
          label="Duration (minutes)"
          className="sm:max-w-40"
          error={
            checked && minutes === null ? `From ${DURATION_MIN} to ${DURATION_MAX}` : refused.duration_minutes
          }
          required
        >
          <Input
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            value={duration}
            onChange={(event) => setDuration(event.target.value)}
          />
        </Field>
      </form>
      <div className="mt-6 mb-3 flex items-center justify-between gap-3">
        <h3 className="font-medium text-sm">
          Questions{" "}
          <span className="font-normal text-muted text-xs tabular-nums">
            {plural(questions.length, "question")}, {points(totalPoints(questions))}
          </span>
        </h3>
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => setOpen({ kind: "question", question: null })}
        >
          Add Question
        </Button>
      </div>
      {checked && questions.length === 0 && (
        <p role="alert" className="mb-3 font-medium text-error text-xs">
          A test needs at least one question.
        </p>
      )}
      <ol className="space-y-3">
        {questions.map((question, index) => (
          <li key={question.id}>
            <QuestionCard
              question={question}
              number={index + 1}
              onEdit={() => setOpen({ kind: "question", question })}
              onDelete={() => setOpen({ kind: "delete", question })}
            />
          </li>
        ))}
      </ol>
      {open?.kind === "question" && (
        <QuestionDialog
          question={open.question}
          taken={questions.map((q) => q.id)}
          onSave={keep}
          onClose={() => setOpen(null)}
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
          setQuestions(questions.filter((q) => q !== open?.question));
          setOpen(null);
        }}
      />
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Discard your changes?"
        description="What you changed in this test has not been saved."
        cancelLabel="Keep editing"
        confirmLabel="Discard changes"
        danger
        onConfirm={onClose}
      />
    </SlideOver>
  );
}
