import { useQueryClient } from "@tanstack/react-query";
import { Eye, FlaskConical } from "lucide-react";
import { useId, useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import type { Test, TestInput } from "@/api/types";
import { BANK } from "@/features/questions/bank/queries";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { SlideOver } from "@/ui/SlideOver";
import { toast } from "@/ui/toast";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { ConflictFooter, ConflictView } from "./ConflictView";
import { minutesOf, missing, type TestFields, toInput } from "./input";
import { KeptNotice } from "./KeptNotice";
import { PaperDialog } from "./paper/PaperDialog";
import { QuestionList } from "./QuestionList";
import { ReadinessNotice } from "./readiness/ReadinessNotice";
import { useBankStatus } from "./sections/bank-status";
import { refusedOf } from "./sections/refused";
import type { Content } from "./sections/sections";
import { TestForm } from "./TestForm";
import { useTrial } from "./trial/useTrial";
import { isStale, useConflict } from "./useConflict";
import { useTestEdit } from "./useTestEdit";

interface Props {
  /** The test to edit; undefined for a new one. */
  test: Test | null;
  onClose: () => void;
}

interface Saving {
  body: TestInput;
  /** The version to be replaced; null for a new test. */
  base: Test | null;
}

/** "Edit Test" and the quick form "Create New Test". Attempts keep the questions that they started with. */
export function TestPanel({ test, onClose }: Props) {
  const client = useQueryClient();
  const formId = useId();
  const edit = useTestEdit(test);
  const conflict = useConflict(edit.fields, edit.rebase);
  const [checked, setChecked] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const { fields, base } = edit;
  const bank = useBankStatus(test);
  const [asked, setAsked] = useState<Content>(fields);

  const leave = () => {
    edit.forget();
    onClose();
  };
  const formKey = useFormKey();
  const save = useSend({
    mutationFn: ({ body, base }: Saving) =>
      base
        ? api.put("/tests/{id}", { path: { id: base.id }, body: { ...body, version: base.version } })
        : api.post("/tests", { body, headers: formKey.headers() }),
    onSuccess: () => {
      // Also the bank, which names the tests that use a question.
      void invalidate(client, ...BANK, "/tests/funnels", "/tests/{id}/readiness", "/admin/overview");
      toast.success(test ? "Test updated successfully!" : "Test created successfully!");
      leave();
    },
    onError: (error, { base }) => {
      formKey.heed(error);
      const say = (problem: unknown) =>
        toast.error(`${test ? "Failed to update test" : "Failed to create test"}: ${errorText(problem)}`);
      if (base && isStale(error)) void conflict.open(base, error).catch(say);
      else say(error);
    },
  });

  const trial = useTrial();

  const lacks = missing(fields, base);
  const error = trial.error ?? save.error;
  const refused = fieldErrors(error);
  const errorOf = (field: keyof TestFields, wire: string) => (checked && lacks[field]) || refused[wire];
  const unsaved = edit.changed ? "Your changes to this test have not been saved." : null;
  const [close, question] = useDiscardGuard(unsaved, leave);
  const withInput = (send: (body: TestInput) => void) => {
    setChecked(true);
    const minutes = minutesOf(fields);
    if (minutes === null || Object.keys(lacks).length > 0)
      toast.error("Please fill in all required fields and add at least one question", { id: "test-panel" });
    else {
      setAsked(fields);
      send(toInput(fields, minutes, base));
    }
  };
  const submit = () =>
    withInput((body) => {
      trial.reset();
      save.mutate({ body, base });
    });
  const attempt = () =>
    withInput((draft) => {
      save.reset();
      trial.start({ draft });
    });

  return (
    <SlideOver
      open
      onOpenChange={(open) => !open && close()}
      title={test ? "Edit Test" : "Create New Test"}
      description={
        test ? "Candidates who have already started keep the questions they started with." : undefined
      }
      footer={
        conflict.shown ? (
          <ConflictFooter mine={fields} conflict={conflict} />
        ) : (
          <>
            <div className="mr-auto flex">
              {base && (
                <Button
                  variant="ghost"
                  icon={<Eye aria-hidden="true" className="size-4" />}
                  onClick={() => setPreviewing(true)}
                >
                  <span className="max-sm:sr-only">Preview a paper</span>
                </Button>
              )}
              <Button
                variant="ghost"
                busy={trial.isPending}
                icon={<FlaskConical aria-hidden="true" className="size-4" />}
                onClick={attempt}
              >
                <span className="max-sm:sr-only">Try as candidate</span>
              </Button>
            </div>
            <div className="flex gap-2">
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" form={formId} busy={save.isPending}>
                {test ? "Update test" : "Create Test"}
              </Button>
            </div>
          </>
        )
      }
    >
      {conflict.shown && <ConflictView conflict={conflict} shown={conflict.shown} />}
      <div hidden={conflict.shown !== null}>
        {edit.keptAt && <KeptNotice at={edit.keptAt} onStartOver={edit.startOver} />}
        {test && !test.archived && <ReadinessNotice test={test.id} className="mb-4" />}
        <TestForm id={formId} fields={fields} errorOf={errorOf} onChange={edit.set} onSubmit={submit} />
        <QuestionList
          content={fields}
          bank={bank}
          error={errorOf("questions", "questions") ?? refused.sections}
          errorsOf={refusedOf(error, asked)}
          sectionError={(place, field) => refused[`sections[${place}].${field}`]}
          pending={edit.pending}
          onPending={edit.setPending}
          onChange={edit.setContent}
        />
      </div>
      {question}
      {base && previewing && (
        <PaperDialog test={base} unsaved={edit.changed} onClose={() => setPreviewing(false)} />
      )}
    </SlideOver>
  );
}
