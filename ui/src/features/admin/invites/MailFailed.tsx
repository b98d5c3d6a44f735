import type { Invite } from "@/api/types";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";

interface Props {
  invite: Invite;
  onClose: () => void;
}

/** The invite exists, but its mail was not sent: the link can be delivered another way. */
export function MailFailed({ invite, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Invitation created, but the email was not sent"
      description={
        <>
          Give the link to <bdi>{invite.applicant_name}</bdi> yourself, or retry from the list once email
          works.
        </>
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
      {invite.email_error && <p className="mt-3 text-muted text-xs">The reason: {invite.email_error}</p>}
      {invite.email_delivery?.advice && (
        <p className="mt-1 text-muted text-xs">{invite.email_delivery.advice}</p>
      )}
    </Dialog>
  );
}
