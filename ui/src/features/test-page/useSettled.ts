import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Test } from "@/api/types";
import { testPath } from "@/features/staff-shared/test-path";
import type { TestFields } from "@/features/tests/input";
import type { TestFormState } from "@/features/tests/useTestForm";
import { useUrlState } from "@/lib/url-state";
import { toast } from "@/ui/toast";
import { originalOf, withPending } from "./questions/pending";
import type { Settling } from "./questions/WrittenEditor";
import type { Tab } from "./tabs";

/** The form of the test, which takes the question that is still open before it is sent. */
export function useSettled(test: Test, form: TestFormState, tab: Tab) {
  const navigate = useNavigate();
  const { params, change } = useUrlState();
  const settling = useRef<Settling>(null);
  const { fields, pending, replace, setPending } = form.edit;
  const settled = (send: (fields: TestFields) => void) => {
    const found = withPending(fields, pending, params.get("new"));
    if ("problem" in found) {
      // The open form shows it at the field.
      if (tab === "questions" && settling.current) settling.current.settle();
      else {
        toast.error(found.problem, { id: "question" });
        navigate(testPath(test.id, "questions"));
      }
      return;
    }
    if (pending) {
      if (tab === "questions" && !originalOf(fields, pending))
        change({ new: null, item: pending.id }, { replace: true });
      replace(found.fields);
      setPending(undefined);
    }
    send(found.fields);
  };
  return {
    settling,
    form: {
      ...form,
      submit: () => settled(form.submit),
      attempt: () => settled(form.attempt),
    },
  };
}
