import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import type { Test, TestInput } from "@/api/types";
import { BANK } from "@/features/questions/bank/queries";
import type { Content } from "@/features/questions/content/sections";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./form-texts";
import { minutesOf, missing, type TestFields, toInput } from "./input";
import { refusedContent } from "./sections/refused";
import { useTrial } from "./trial/useTrial";
import { isStale, useConflict } from "./useConflict";
import { useTestEdit } from "./useTestEdit";

interface Saving {
  body: TestInput;
  /** The version to be replaced; null for a new test. */
  base: Test | null;
  /** What is sent: input that follows meanwhile stays unsaved. */
  sent: TestFields;
}

/** Everything about a test that is being written: its fields, their errors, and the calls that send them. */
export function useTestForm(test: Test | null, onSaved?: () => void) {
  const client = useQueryClient();
  const edit = useTestEdit(test);
  const conflict = useConflict(edit.fields, edit.rebase);
  const [checked, setChecked] = useState(false);
  const { fields, base } = edit;
  const [asked, setAsked] = useState<Content>(fields);
  const formKey = useFormKey();
  const save = useSend({
    mutationFn: ({ body, base }: Saving) =>
      base
        ? api.put("/tests/{id}", { path: { id: base.id }, body: { ...body, version: base.version } })
        : api.post("/tests", { body, headers: formKey.headers() }),
    onSuccess: (stored, { sent }) => {
      // Also the bank, which names the tests that use a question.
      void invalidate(
        client,
        ...BANK,
        "/tests/{id}",
        "/tests/funnels",
        "/tests/{id}/readiness",
        "/tests/{id}/translations",
        "/admin/overview",
      );
      toast.success(test ? t("updated") : t("created"));
      setChecked(false);
      if (test) edit.saved(sent, stored);
      onSaved?.();
    },
    onError: (error, { base }) => {
      formKey.heed(error);
      const say = (problem: unknown) =>
        toast.error(t(test ? "updateFailed" : "createFailed", { reason: errorText(problem) }));
      if (base && isStale(error)) void conflict.open(base, error).catch(say);
      else say(error);
    },
  });
  const trial = useTrial();
  const lacks = missing(fields, base);
  const error = trial.error ?? save.error;
  const refused = fieldErrors(error);
  const content = refusedContent(error, asked);
  const errorOf = (field: keyof TestFields, wire: string) => (checked && lacks[field]) || refused[wire];

  const withInput = (fields: TestFields, send: (body: TestInput) => void) => {
    setChecked(true);
    const minutes = minutesOf(fields);
    if (minutes === null || Object.keys(missing(fields, base)).length > 0)
      toast.error(t("fillIn"), { id: "test-panel" });
    else {
      setAsked(fields);
      send(toInput(fields, minutes, base));
    }
  };
  return {
    edit,
    conflict,
    errorOf,
    /** Whether a field beside the questions has an error. */
    hasFieldErrors:
      Boolean(errorOf("title", "title")) ||
      Boolean(errorOf("description", "description")) ||
      Boolean(errorOf("duration", "duration_minutes")),
    questionsError: (checked && lacks.questions) || content.error,
    errorsOf: content.errorsOf,
    sectionError: content.sectionError,
    /** `given`: the fields with what a form beside them still held. */
    submit: (given: TestFields = fields) =>
      withInput(given, (body) => {
        trial.reset();
        save.mutate({ body, base, sent: given });
      }),
    attempt: (given: TestFields = fields) =>
      withInput(given, (draft) => {
        save.reset();
        trial.start({ draft });
      }),
    isSaving: save.isPending,
    isTrying: trial.isPending,
  };
}

export type TestFormState = ReturnType<typeof useTestForm>;
