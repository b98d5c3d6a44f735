import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useTests } from "@/features/staff-shared/queries";
import { formatCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Stepper } from "@/ui/Stepper";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import type { InviteProblem } from "../draft";
import { t } from "../form-texts";
import { NoMailNotice } from "../NoMail";
import { WizardFooter } from "../WizardFooter";
import { timingProblem } from "../window";
import { Outcomes } from "./Outcomes";
import { NO_FILE, PeopleStep } from "./PeopleStep";
import { PEOPLE_MAX, toText } from "./people";
import { SendProgress } from "./SendProgress";
import { TestStep } from "./TestStep";
import { isRefused, useBulkSend } from "./useBulkSend";
import { useListPreview } from "./useListPreview";
import { useTypedList } from "./useTypedList";

const steps = () => [t("people"), t("testAndTime"), t("results")];

function peopleProblem(good: number): string | null {
  if (good === 0) return t("addPerson");
  if (good > PEOPLE_MAX) return t("atMost", { max: formatCount(PEOPLE_MAX) });
  return null;
}

/** Bulk invites. The list is kept until sent, and failed rows can be corrected and resent. */
export function BulkInviteDialog({ test = "", onClose }: { test?: string; onClose: () => void }) {
  const formId = useId();
  const tests = useTests();
  const list = tests.data?.pages.flatMap((page) => page.items) ?? [];
  const typed = useTypedList(test);
  const { text, file, draft } = typed;
  const [choices, setChoices] = useState({ skipInvited: true, again: false });
  const [step, setStep] = useState(0);
  const [checked, setChecked] = useState(false);
  const state = useListPreview(text);
  const { people } = state.list;
  const good = useMemo(() => people.filter((person) => !person.problem), [people]);
  // Next was pressed before the server has read what was typed last.
  const [waits, setWaits] = useState(false);
  const send = useBulkSend(draft.test, step === 1);

  const listProblem = state.fault ?? peopleProblem(good.length);
  const noTest: InviteProblem | null =
    draft.test === "" ? { fields: ["test"], text: t("pleaseSelectTest") } : null;
  const problem = noTest ?? timingProblem(draft);
  const sent = () => {
    typed.sent();
    setStep(2);
  };
  const submit = () => {
    if (step === 0 && state.isStale) {
      setWaits(true);
      return;
    }
    setChecked(true);
    const wrong = step === 0 ? listProblem : problem?.text;
    if (step === 0 && state.fault) state.again();
    if (wrong) {
      toast.error(wrong, { id: "bulk" });
      return;
    }
    setChecked(false);
    if (step === 0) setStep(1);
    else send.mutate({ draft, people: good, ...choices }, { onSuccess: sent });
  };
  const submitted = useRef(submit);
  submitted.current = submit;
  useEffect(() => {
    if (!waits || state.isStale) return;
    setWaits(false);
    submitted.current();
  }, [waits, state.isStale]);
  const back = () => {
    // Its numbers are of the list as it was.
    send.reset();
    setChecked(false);
    setStep(0);
  };
  const failed = send.data?.filter(isRefused) ?? [];
  const keepFailed = () => typed.setList(toText(failed.map(({ person }) => person)), NO_FILE);
  const editFailed = () => {
    keepFailed();
    back();
  };
  const [close, question] = useDiscardGuard(step < 2 && typed.isTyped ? t("listNotSent") : null, () => {
    typed.discard();
    onClose();
  });

  /** Escape, and a click beside the results: those who were not invited are there again, with what applies to all. */
  const leave = () => {
    if (step < 2 || failed.length === 0) return close();
    keepFailed();
    typed.setDraft({});
    onClose();
  };

  const results = (
    <>
      {failed.length > 0 && (
        <Button variant="secondary" onClick={editFailed}>
          {t("fixAndSend")}
        </Button>
      )}
      <Button onClick={onClose}>{t("done")}</Button>
    </>
  );
  const wizard = (
    <div className="grow space-y-3">
      {step === 1 && <SendProgress send={send} total={good.length} />}
      <WizardFooter
        formId={formId}
        busy={send.isPending || waits || send.job !== undefined}
        next={step === 0 ? t("next") : t("sendMany", { count: good.length })}
        sends={step === 1}
        onCancel={send.job ? undefined : close}
        onBack={step === 1 ? back : undefined}
      />
    </div>
  );
  return (
    <Dialog
      open
      locked={send.isPending}
      onOpenChange={(open) => !open && leave()}
      title={t("bulkInvite")}
      footer={step === 2 ? results : wizard}
    >
      <Stepper steps={steps()} current={step} />
      <form
        id={formId}
        noValidate
        className="mt-5 min-h-64"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {step < 2 && <NoMailNotice />}
        {step === 0 && (
          <>
            <TypedNotice kept={typed.kept} />
            <PeopleStep
              {...{ text, file, state }}
              error={checked && listProblem ? listProblem : undefined}
              onText={(text) => typed.setList(text, text.trim() === "" ? NO_FILE : file)}
              onFile={typed.setList}
            />
          </>
        )}
        {step === 1 && (
          <TestStep
            draft={draft}
            tests={list}
            loading={tests.isPending}
            problem={checked ? problem : null}
            onChange={typed.setDraft}
            choices={choices}
            onChoose={setChoices}
            agreedBefore={good.filter(({ last_agreed }) => last_agreed).length}
          />
        )}
        {step === 2 && send.data && <Outcomes outcomes={send.data} test={draft.test} />}
      </form>
      {question}
    </Dialog>
  );
}
