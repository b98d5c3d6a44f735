import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useTests } from "@/features/staff-shared/queries";
import { ReadinessNotice } from "@/features/tests/readiness/ReadinessNotice";
import { formatCount, minuteCount } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { Stepper } from "@/ui/Stepper";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { BLANK_INVITE, type InviteDraft, type InviteProblem, isBlank } from "../draft";
import { t } from "../form-texts";
import { NoMailNotice } from "../NoMail";
import { ScheduleStep } from "../steps";
import { WizardFooter } from "../WizardFooter";
import { timingProblem } from "../window";
import { Outcomes } from "./Outcomes";
import { type ListFile, NO_FILE, PeopleStep } from "./PeopleStep";
import { PEOPLE_MAX, toText } from "./people";
import { SendProgress } from "./SendProgress";
import { isRefused, useBulkSend } from "./useBulkSend";
import { useListPreview } from "./useListPreview";

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
  const [text, setText, keptText] = useKept("bulk invite list", "");
  const [file, setFile, keptFile] = useKept<ListFile>("bulk invite file", NO_FILE);
  const [draft, setDraft, keptDraft] = useKept<InviteDraft>("bulk invite", { ...BLANK_INVITE, test });
  const [skipInvited, setSkipInvited] = useState(true);
  const [again, setAgain] = useState(false);
  const [step, setStep] = useState(0);
  const [checked, setChecked] = useState(false);
  const state = useListPreview(text);
  const { people } = state.list;
  const good = useMemo(() => people.filter((person) => !person.problem), [people]);
  const agreedBefore = good.filter(({ last_agreed }) => last_agreed).length;
  // Next was pressed before the server has read what was typed last.
  const [waits, setWaits] = useState(false);
  const send = useBulkSend(draft.test, step === 1);

  const set = (changes: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const listProblem = state.fault ?? peopleProblem(good.length);
  const noTest: InviteProblem | null =
    draft.test === "" ? { fields: ["test"], text: t("pleaseSelectTest") } : null;
  const problem = noTest ?? timingProblem(draft);
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
    else
      send.mutate(
        { draft, people: good, skipInvited, again },
        {
          onSuccess: () => {
            keptText.sent();
            keptFile.sent();
            keptDraft.sent();
            setStep(2);
          },
        },
      );
  };
  const submitted = useRef(submit);
  submitted.current = submit;
  useEffect(() => {
    if (!waits || state.isStale) return;
    setWaits(false);
    submitted.current();
  }, [waits, state.isStale]);
  const failed = send.data?.filter(isRefused) ?? [];
  const editFailed = () => {
    setText(toText(failed.map(({ person }) => person)));
    setFile(NO_FILE);
    send.reset();
    setStep(0);
  };

  const unsent =
    step < 2 && (text.trim() !== "" || !isBlank(draft.test === test ? { ...draft, test: "" } : draft));
  const [close, question] = useDiscardGuard(unsent ? t("listNotSent") : null, () => {
    keptText.discard();
    keptFile.discard();
    keptDraft.discard();
    onClose();
  });

  return (
    <Dialog
      open
      locked={send.isPending}
      onOpenChange={(open) => !open && close()}
      title={t("bulkInvite")}
      footer={
        step === 2 ? (
          <>
            {failed.length > 0 && (
              <Button variant="secondary" onClick={editFailed}>
                {t("fixAndSend")}
              </Button>
            )}
            <Button onClick={onClose}>{t("done")}</Button>
          </>
        ) : (
          <div className="grow space-y-3">
            {step === 1 && <SendProgress send={send} total={good.length} />}
            <WizardFooter
              formId={formId}
              busy={send.isPending || waits || send.job !== undefined}
              next={step === 0 ? t("next") : t("sendMany", { count: good.length })}
              onCancel={send.job ? undefined : close}
              onBack={
                step === 1
                  ? () => {
                      setChecked(false);
                      // Its numbers are of the list as it was.
                      send.reset();
                      setStep(0);
                    }
                  : undefined
              }
            />
          </div>
        )
      }
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
          <TypedNotice
            kept={{
              ...keptText,
              discard: () => {
                keptText.discard();
                keptFile.discard();
              },
            }}
          />
        )}
        {step === 0 && (
          <PeopleStep
            text={text}
            file={file}
            state={state}
            error={checked && listProblem ? listProblem : undefined}
            onText={(typed) => {
              setText(typed);
              if (typed.trim() === "") setFile(NO_FILE);
            }}
            onFile={(read, chosen) => {
              setText(read);
              setFile(chosen);
            }}
          />
        )}
        {step === 1 && (
          <div className="space-y-5">
            <Field label={t("test")} error={checked && noTest ? t("chooseTest") : undefined} required>
              <Select
                value={draft.test}
                disabled={tests.isPending}
                placeholder={tests.isPending ? t("loadingTests") : t("selectTest")}
                onChange={(event) => set({ test: event.target.value })}
                options={list.map((test) => ({
                  value: test.id,
                  label: `${test.title} (${minuteCount(test.duration_minutes)})`,
                }))}
              />
            </Field>
            <ReadinessNotice test={draft.test} />
            <Checkbox
              label={t("skipInvited")}
              hint={t("skipInvitedHint")}
              checked={skipInvited}
              onChange={(event) => setSkipInvited(event.target.checked)}
            />
            {agreedBefore > 0 && (
              <Checkbox
                label={t("agreeAgain", { count: agreedBefore })}
                hint={t("agreeAgainHint")}
                checked={again}
                onChange={(event) => setAgain(event.target.checked)}
              />
            )}
            <ScheduleStep draft={draft} tests={list} problem={checked ? problem : null} onChange={set} />
          </div>
        )}
        {step === 2 && send.data && <Outcomes outcomes={send.data} test={draft.test} />}
      </form>
      {question}
    </Dialog>
  );
}
