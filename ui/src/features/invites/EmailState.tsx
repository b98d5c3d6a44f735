import { clsx } from "clsx";
import { Hourglass, MailCheck, MailQuestion, MailX } from "lucide-react";
import type { Invite } from "@/api/types";
import { type Outcome, outcomeOf, standingOf } from "@/features/staff-shared/email-labels";
import { formatDate, formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { t } from "./list-texts";
import { useResend } from "./useResend";

/** Of an email that is neither sent nor on its way. */
const LOOKS: Record<
  Exclude<Outcome, "sent" | "sending">,
  { label: "emailWaiting" | "emailMayHaveArrived" | "emailFailed"; tone: string; Icon: typeof MailX }
> = {
  waits: { label: "emailWaiting", tone: "text-ink-2", Icon: Hourglass },
  unconfirmed: { label: "emailMayHaveArrived", tone: "text-ink-2", Icon: MailQuestion },
  failed: { label: "emailFailed", tone: "text-error", Icon: MailX },
};

/** Delivery state of the invitation's mail, with a retry where it is not on its way. */
export function EmailState({ invite }: { invite: Invite }) {
  const retry = useResend(invite);
  // No invitation is needed after a submit or the end of the link.
  const isOpen = invite.status !== "completed" && invite.status !== "expired";
  const delivery = invite.email_delivery;
  const outcome = outcomeOf(invite);
  if (outcome === "sent") {
    return (
      <div className="text-xs">
        <p className="inline-flex items-center gap-1.5 whitespace-nowrap text-success">
          <MailCheck aria-hidden="true" className="size-3.5 shrink-0" />
          {t("emailSent")}
        </p>
        {invite.email_sent_at && (
          <p
            className="whitespace-nowrap text-muted tabular-nums"
            title={formatDateTime(invite.email_sent_at)}
          >
            {formatDate(invite.email_sent_at)}
          </p>
        )}
      </div>
    );
  }
  // Bulk mails and slow mail servers take time: nothing has failed yet.
  if (outcome === "sending") {
    return (
      <p className="flex max-w-48 items-center gap-1.5 text-muted text-xs max-lg:max-w-none">
        <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
        {delivery?.state === "sending" ? t("emailBeingSent") : t("emailQueued")}
      </p>
    );
  }
  const { label, tone, Icon } = LOOKS[outcome];
  const reason = delivery?.reason ?? invite.email_error;
  // The reason matters as long as something can be done about it.
  return (
    <div className="text-xs">
      <div className="flex flex-wrap items-center gap-x-2">
        <p
          className={clsx("inline-flex items-center gap-1.5", isOpen ? ["font-medium", tone] : "text-muted")}
        >
          <Icon aria-hidden="true" className="size-3.5 shrink-0" />
          {t(label)}
        </p>
        {isOpen && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-2 px-1! text-primary! text-xs! underline sm:my-0 sm:min-h-6!"
            busy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t("retry")}
          </Button>
        )}
      </div>
      {isOpen && delivery && (
        <p className="max-w-48 text-ink-2 tabular-nums max-lg:max-w-none">{standingOf(delivery)}</p>
      )}
      {isOpen && (reason || delivery?.advice) && (
        <details className="max-w-48 text-muted max-lg:max-w-none">
          <summary className="min-h-10 cursor-pointer content-center underline sm:min-h-0">
            {delivery?.advice ? t("whyAndWhat") : t("why")}
          </summary>
          {reason && <p className="break-words">{reason}</p>}
          {delivery?.advice && <p className="mt-1 text-ink-2">{delivery.advice}</p>}
        </details>
      )}
    </div>
  );
}
