import type { Invite } from "@/api/types";
import { type Outcome, outcomeOf } from "@/features/staff-shared/email-labels";
import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "./list-texts";

interface Props {
  invite: Invite;
  onClose: () => void;
}

const WORDS = {
  sending: { title: "stillSent", more: "stillSentMore" },
  waits: { title: "waits", more: "waitsMore" },
  unconfirmed: { title: "mayHaveArrived", more: "mayHaveArrivedMore" },
  failed: { title: "notSent", more: "notSentMore" },
} as const satisfies Record<Exclude<Outcome, "sent">, object>;

/** The invite exists, but its mail is not sent: the link can be delivered another way. */
export function MailFailed({ invite, onClose }: Props) {
  const outcome = outcomeOf(invite);
  const { title, more } = WORDS[outcome === "sent" ? "sending" : outcome];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t(title)}
      description={t.rich(more, { name: <bdi>{invite.applicant_name}</bdi> })}
      footer={
        <>
          <CopyButton text={invite.invite_url} label={t("copyLink")} variant="secondary" size="md" />
          <Button onClick={onClose}>{t("done")}</Button>
        </>
      }
    >
      <Field label={t("personalLink")}>
        <Input readOnly dir="ltr" value={invite.invite_url} onFocus={(event) => event.target.select()} />
      </Field>
      {outcome !== "sending" && invite.email_error && (
        <p className="mt-3 text-muted text-xs">
          {t("theReason", { reason: serverWords(invite.email_error) })}
        </p>
      )}
      {invite.email_delivery?.advice && (
        <p className="mt-1 text-muted text-xs">{serverWords(invite.email_delivery.advice)}</p>
      )}
    </Dialog>
  );
}
