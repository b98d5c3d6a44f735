import { clsx } from "clsx";
import { CircleHelp, Hourglass, MailCheck, MailQuestion, MailX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Invite } from "@/api/types";
import { type Outcome, outcomeOf, standingOf } from "@/features/staff-shared/email-labels";
import { formatDate, formatDateTime } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { t } from "./list-texts";
import { useResend } from "./useResend";

/** Looks of an email that is neither sent nor on its way. */
const LOOKS: Record<
  Exclude<Outcome, "sent" | "sending">,
  { label: "emailWaiting" | "emailMayHaveArrived" | "emailFailed"; tone: string; Icon: typeof MailX }
> = {
  waits: { label: "emailWaiting", tone: "text-ink-2", Icon: Hourglass },
  unconfirmed: { label: "emailMayHaveArrived", tone: "text-ink-2", Icon: MailQuestion },
  failed: { label: "emailFailed", tone: "text-error", Icon: MailX },
};

const LINE = "flex items-center gap-x-1.5 max-lg:flex-wrap whitespace-nowrap text-xs";
/** As high as its line, with a target of 24 px. */
const INLINE = "-my-2 px-1! text-primary! text-xs! underline sm:-my-1 sm:min-h-6!";

/** Where the mail stands, why, and what helps: on demand, so that a row of the list stays low. */
function Details({ invite, title, retry }: { invite: Invite; title: string; retry: ReactNode }) {
  const [open, setOpen] = useState(false);
  const delivery = invite.email_delivery;
  const reason = delivery?.reason ?? invite.email_error;
  if (!delivery && !reason) return null;
  const standing = delivery && standingOf(delivery);
  const label = delivery?.advice ? t("whyAndWhat") : t("why");
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={standing ? `${standing}. ${label}` : label}
        onClick={() => setOpen(true)}
        className="-my-2 grid size-10 place-items-center rounded-control text-muted hover:bg-subtle hover:text-ink sm:-my-1 sm:size-6"
      >
        <CircleHelp aria-hidden="true" className="size-3.5" />
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title={title}
        description={<bdi>{invite.applicant_email || invite.applicant_name}</bdi>}
        footer={retry}
      >
        <div className="space-y-3 text-sm">
          {standing && <p className="font-medium tabular-nums">{standing}</p>}
          {reason && (
            <p className="break-words rounded-control bg-subtle px-3 py-2 text-ink-2">
              {serverWords(reason)}
            </p>
          )}
          {delivery?.advice && <p>{serverWords(delivery.advice)}</p>}
        </div>
      </Dialog>
    </>
  );
}

/** Delivery state of the invitation's mail in one line, with a retry where it is not on its way. */
export function EmailState({ invite }: { invite: Invite }) {
  const retry = useResend(invite);
  // No invitation is needed once it has led to a start, or after the end of the link.
  const isOpen = invite.status === "sent" || invite.status === "scheduled";
  const outcome = outcomeOf(invite);
  if (outcome === "sent") {
    const at = invite.email_sent_at;
    return (
      <p className={clsx(LINE, "text-muted")} title={at ? formatDateTime(at) : undefined}>
        <MailCheck aria-hidden="true" className="size-3.5 shrink-0 text-success" />
        {t("emailSent")}
        {at && formatDate(at) !== formatDate(invite.created_at) && (
          <span className="tabular-nums">{formatDate(at)}</span>
        )}
      </p>
    );
  }
  // Bulk mails and slow mail servers take time: nothing has failed yet.
  if (outcome === "sending") {
    return (
      <p className={clsx(LINE, "text-muted")}>
        <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
        {invite.email_delivery?.state === "sending" ? t("emailBeingSent") : t("emailQueued")}
      </p>
    );
  }
  const { label, tone, Icon } = LOOKS[outcome];
  return (
    <div className={LINE}>
      <p className={clsx("inline-flex items-center gap-1.5", isOpen ? ["font-medium", tone] : "text-muted")}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {t(label)}
      </p>
      {isOpen && (
        <>
          <Button
            variant="ghost"
            size="sm"
            className={INLINE}
            busy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t("retry")}
          </Button>
          <Details
            invite={invite}
            title={t(label)}
            retry={
              <Button busy={retry.isPending} onClick={() => retry.mutate()}>
                {t("retry")}
              </Button>
            }
          />
        </>
      )}
    </div>
  );
}
