import type { Invite } from "@/api/types";
import { type Outcome, outcomeOf } from "@/features/staff-shared/email-labels";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";

interface Props {
  invite: Invite;
  onClose: () => void;
}

const WORDS: Record<Exclude<Outcome, "sent">, { title: string; more: string }> = {
  sending: {
    title: "Invitation created; the email is still being sent",
    more: "The list shows when it is sent.",
  },
  waits: {
    title: "Invitation created; the email waits",
    more: "It is tried again by itself.",
  },
  unconfirmed: {
    title: "Invitation created; the email may have arrived",
    more: "The mail server did not confirm it. It is sent again later.",
  },
  failed: {
    title: "Invitation created, but the email was not sent",
    more: "",
  },
};

/** The invite exists, but its mail is not sent: the link can be delivered another way. */
export function MailFailed({ invite, onClose }: Props) {
  const outcome = outcomeOf(invite);
  const { title, more } = WORDS[outcome === "sent" ? "sending" : outcome];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={title}
      description={
        outcome === "failed" ? (
          <>
            Give the link to <bdi>{invite.applicant_name}</bdi> yourself, or retry from the list once email
            works.
          </>
        ) : (
          <>
            {more} If it is urgent, give the link to <bdi>{invite.applicant_name}</bdi> yourself.
          </>
        )
      }
      footer={
        <>
          <CopyButton text={invite.invite_url} label="Copy link" variant="secondary" size="md" />
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Field label="Personal link">
        <Input readOnly dir="ltr" value={invite.invite_url} onFocus={(event) => event.target.select()} />
      </Field>
      {outcome !== "sending" && invite.email_error && (
        <p className="mt-3 text-muted text-xs">The reason: {invite.email_error}</p>
      )}
      {invite.email_delivery?.advice && (
        <p className="mt-1 text-muted text-xs">{invite.email_delivery.advice}</p>
      )}
    </Dialog>
  );
}
