import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { Test, TestInput } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SlideOver } from "@/ui/SlideOver";
import { toast } from "@/ui/toast";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { DescriptionFormat } from "../questions/DescriptionFormat";
import { refusals } from "../questions/errors";
import { FullscreenChoice } from "../questions/FullscreenChoice";
import { MarkdownField } from "../questions/MarkdownField";
import { DURATION_MAX, DURATION_MIN } from "../questions/rules";
import { fieldsOf, isChanged, minutesOf, missing, type TestFields, toInput } from "./input";
import { QuestionList } from "./QuestionList";

interface Props {
  /** The test to edit; undefined for a new one. */
  test: Test | null;
  onClose: () => void;
}

/** "Edit Test" and the quick form "Create New Test". Attempts keep the questions that they started with. */
export function TestPanel({ test, onClose }: Props) {
  const client = useQueryClient();
  const formId = useId();
  const [fields, setFields] = useState(() => fieldsOf(test));
  const [checked, setChecked] = useState(false);
  const [asked, setAsked] = useState(fields.questions);
  const set = (changes: Partial<TestFields>) => setFields((before) => ({ ...before, ...changes }));

  const save = useSend({
    mutationFn: (body: TestInput) =>
      test
        ? api.put("/tests/{id}", { path: { id: test.id }, body: body })
        : api.post("/tests", { body: body }),
    onSuccess: () => {
      void invalidate(client, "/tests", "/tests/funnels", "/admin/overview");
      toast.success(test ? "Test updated successfully!" : "Test created successfully!");
      onClose();
    },
    onError: (error) =>
      toast.error(`${test ? "Failed to update test" : "Failed to create test"}: ${errorText(error)}`),
  });

  const lacks = missing(fields, test);
  const refused = save.error instanceof ApiFailure ? save.error.fields : {};
  const errorOf = (field: keyof TestFields, wire: string) => (checked && lacks[field]) || refused[wire];
  const unsaved = isChanged(fields, test) ? "Your changes to this test have not been saved." : null;
  const [close, question] = useDiscardGuard(unsaved, onClose);
  const submit = () => {
    setChecked(true);
    const minutes = minutesOf(fields);
    if (minutes === null || Object.keys(lacks).length > 0)
      toast.error("Please fill in all required fields and add at least one question", { id: "test-panel" });
    else {
      setAsked(fields.questions);
      save.mutate(toInput(fields, minutes));
    }
  };

  return (
    <SlideOver
      open
      onOpenChange={(open) => !open && close()}
      title={test ? "Edit Test" : "Create New Test"}
      description={
        test ? "Candidates who have already started keep the questions they started with." : undefined
      }
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            {test ? "Update Test" : "Create Test"}
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
        <Field label="Title" error={errorOf("title", "title")} required>
          <Input
            value={fields.title}
            placeholder="Enter test title"
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <Field label="Description" error={errorOf("description", "description")}>
          <MarkdownField
            format={fields.description_format}
            rows={3}
            value={fields.description}
            placeholder="Enter test description"
            onChange={(description) => set({ description })}
          />
        </Field>
        <Field
          label="Duration (minutes)"
          className="sm:max-w-40"
          error={errorOf("duration", "duration_minutes")}
          required
        >
          <Input
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            value={fields.duration}
            onChange={(event) => set({ duration: event.target.value })}
          />
        </Field>
        <FullscreenChoice
          checked={fields.require_fullscreen}
          onChange={(require_fullscreen) => set({ require_fullscreen })}
        />
        <DescriptionFormat
          format={fields.description_format}
          onChange={(description_format) => set({ description_format })}
        />
      </form>
      <QuestionList
        questions={fields.questions}
        error={errorOf("questions", "questions")}
        errorsOf={refusals(save.error, asked)}
        onChange={(questions) => set({ questions })}
      />
      {question}
    </SlideOver>
  );
}
