import type { Test } from "@/api/types";
import { QuestionList } from "@/features/tests/QuestionList";
import { useBankStatus } from "@/features/tests/sections/bank-status";
import { TestForm } from "@/features/tests/TestForm";
import { useTestForm } from "@/features/tests/useTestForm";

/** A stored test in the form that its page and the quick form share, without either frame. */
export function TestEditor({ test }: { test: Test }) {
  const form = useTestForm(test);
  const { edit } = form;
  return (
    <>
      <TestForm
        id="f"
        fields={edit.fields}
        errorOf={form.errorOf}
        onChange={edit.set}
        onSubmit={() => form.submit()}
      />
      <QuestionList
        content={edit.fields}
        bank={useBankStatus(test)}
        error={form.questionsError}
        errorsOf={form.errorsOf}
        sectionError={form.sectionError}
        pending={edit.pending}
        onPending={edit.setPending}
        onChange={edit.setContent}
      />
      <button type="button" onClick={() => form.attempt()}>
        Try as candidate
      </button>
      <button type="button" onClick={() => form.submit()}>
        Update test
      </button>
    </>
  );
}
