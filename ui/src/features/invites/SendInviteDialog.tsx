import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import { mayHaveArrived, outcomeOf, stillSending } from "@/features/staff-shared/email-labels";
import { useTests } from "@/features/staff-shared/queries";
import { viewerZone } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { Dialog } from "@/ui/Dialog";
import { Stepper } from "@/ui/Stepper";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { BLANK_INVITE, basicProblem, type InviteDraft, isBlank, toInvite } from "./draft";
import { t } from "./form-texts";
import { MailFailed } from "./MailFailed";
import { NoMailNotice } from "./NoMail";
import { BasicStep, ReviewStep, ScheduleStep } from "./steps";
import { WizardFooter } from "./WizardFooter";
import { timingProblem } from "./window";

const steps = () => [t("basicInfo"), t("scheduling"), t("review")];

interface Props {
  /** Chosen beforehand; empty for none. */
  test: string;
  /** Who is invited again. */
  person?: { name: string; email: string };
  onClose: () => void;
}

/** The wizard "Send Test Invite". Input is kept until the invite exists. */
export function SendInviteDialog({ test, person, onClose }: Props) {
  const client = useQueryClient();
  const formId = useId();
  const tests = useTests();
  const [draft, setDraft, kept] = useKept<InviteDraft>(`invite ${person?.email ?? ""}`, {
    ...BLANK_INVITE,
    ...person,
    test,
  });
  const [step, setStep] = useState(0);
  const [checked, setChecked] = useState(false);
  const list = tests.data?.pages.flatMap((page) => page.items) ?? [];
  const problem = step === 0 ? basicProblem(draft) : step === 1 ? timingProblem(draft) : null;

  /** Guards against a double click before the button renders as busy: it must not invite twice. */
  const sending = useRef(false);
  const formKey = useFormKey(kept);
  const send = useSend({
    mutationFn: () =>
      api.post("/invites", { body: toInvite(draft, viewerZone()), headers: formKey.headers() }),
    onSuccess: (invite) => {
      kept.sent();
      void invalidate(client, "/admin/overview", ...INVITES);
      if (invite.email_sent) {
        toast.success(t("inviteSent"));
        onClose();
        return;
      }
      const outcome = outcomeOf(invite);
      if (outcome === "sending") toast.info(t("created", { more: stillSending() }));
      else if (outcome === "waits") toast.warning(t("createdWaits"));
      else if (outcome === "unconfirmed") toast.warning(t("created", { more: mayHaveArrived() }));
      else toast.warning(t("createdFailed"), { duration: 8000 });
    },
    onError: (error) => {
      formKey.heed(error);
      toast.error(t("sendFailed", { reason: errorText(error) }));
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  const submit = () => {
    if (step < 2) {
      setChecked(true);
      if (problem) {
        toast.error(problem.text, { id: "invite" });
        return;
      }
      setChecked(false);
      setStep(step + 1);
    } else if (basicProblem(draft) || timingProblem(draft)) {
      toast.error(t("fillRequired"), { id: "invite" });
    } else if (!sending.current) {
      sending.current = true;
      send.mutate();
    }
  };

  const given: Partial<InviteDraft> = { ...person, test };
  const typed = (field: "test" | "name" | "email") => (draft[field] === given[field] ? "" : draft[field]);
  const [close, question] = useDiscardGuard(
    isBlank({ ...draft, test: typed("test"), name: typed("name"), email: typed("email") })
      ? null
      : t("notSent"),
    () => {
      kept.discard();
      onClose();
    },
  );

  if (send.data && !send.data.email_sent) return <MailFailed invite={send.data} onClose={onClose} />;

  const props = {
    draft,
    tests: list,
    problem: checked ? problem : null,
    onChange: (changes: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...changes })),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !send.isPending && close()}
      title={t("sendTitle")}
      footer={
        <WizardFooter
          formId={formId}
          busy={send.isPending}
          next={step === 2 ? t("sendInvite") : t("next")}
          sends={step === 2}
          onCancel={close}
          onBack={
            step > 0
              ? () => {
                  setChecked(false);
                  setStep(step - 1);
                }
              : undefined
          }
        />
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
        {kept.isBack && (
          <div className="mb-4">
            <TypedNotice kept={kept} />
          </div>
        )}
        <NoMailNotice />
        {step === 0 && <BasicStep {...props} loading={tests.isPending} />}
        {step === 1 && <ScheduleStep {...props} />}
        {step === 2 && <ReviewStep {...props} />}
      </form>
      {question}
    </Dialog>
  );
}
