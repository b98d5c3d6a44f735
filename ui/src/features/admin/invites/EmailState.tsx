import { clsx } from "clsx";
import { Hourglass, MailCheck, MailX } from "lucide-react";
import type { Invite } from "@/api/types";
import { formatDate, formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { standingOf } from "./email-words";
import { useResend } from "./useResend";

/** Delivery state of the invitation's mail, with a retry after a failure. */
export function EmailState({ invite }: { invite: Invite }) {
  const retry = useResend(invite);
  // No invitation is needed after a submit or the end of the link.
  const isOpen = invite.status !== "completed" && invite.status !== "expired";
  const delivery = invite.email_delivery;
  if (invite.email_sent) {
    return (
      <div className="text-xs">
        <p className="inline-flex items-center gap-1.5 whitespace-nowrap text-success">
          <MailCheck aria-hidden="true" className="size-3.5 shrink-0" />
          Email Sent
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
  if (invite.email_queued) {
    return (
      <p
        className="flex max-w-48 items-center gap-1.5 text-muted text-xs max-lg:max-w-none"
        title={delivery?.reason ?? undefined}
      >
        <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
        {delivery?.state === "paused" ? standingOf(delivery) : "Email Queued"}
      </p>
    );
  }
  // The reason matters as long as something can be done about it.
  return (
    <div className="text-xs">
      <div className="flex items-center gap-2 whitespace-nowrap">
        <p
          className={clsx(
            "inline-flex items-center gap-1.5",
            isOpen ? "font-medium text-error" : "text-muted",
          )}
        >
          <MailX aria-hidden="true" className="size-3.5 shrink-0" />
          Email Failed
        </p>
        {isOpen && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-2 px-1! text-primary! text-xs! underline sm:my-0 sm:min-h-6!"
            busy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Retry
          </Button>
        )}
      </div>
      {isOpen && delivery && (
        <p className="max-w-48 text-ink-2 tabular-nums max-lg:max-w-none">{standingOf(delivery)}</p>
      )}
      {isOpen && delivery?.advice && (
        <p className="line-clamp-2 max-w-48 text-muted max-lg:max-w-none" title={delivery.advice}>
          {delivery.advice}
        </p>
      )}
      {isOpen && invite.email_error && (
        <p
          className="line-clamp-1 max-w-48 break-all text-muted max-lg:max-w-none"
          title={invite.email_error}
        >
          {invite.email_error}
        </p>
      )}
    </div>
  );
}
