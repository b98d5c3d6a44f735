import { clsx } from "clsx";
import { MailCheck, MoreHorizontal, Trash2, UserX } from "lucide-react";
import { useState } from "react";
import type { ApplicantRow } from "@/api/types";
import { formatDate } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Menu, type MenuItem } from "@/ui/Menu";
import { Person } from "@/ui/Person";
import { ErasureRequest } from "./ErasureRequest";
import { t } from "./texts";
import { useApplicantActions } from "./useApplicantActions";

type Asked = "deactivate" | "mailbox" | "erase" | null;

/** Of the figures, which stand below each other where there is room; "contents" keeps them in the row's grid. */
export const COLUMNS =
  "@xl:grid @xl:grid-cols-[minmax(0,1fr)_5.5rem_5.5rem_7rem_2.75rem] @xl:items-center @xl:gap-x-4";

/** In words for screen readers and phones, as a figure where there is a head above it. */
function Figure({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("hidden text-end tabular-nums @xl:block", count === 0 ? "text-muted" : "font-medium")}
    >
      {count}
    </span>
  );
}

export function ApplicantItem({ applicant }: { applicant: ApplicantRow }) {
  const [asked, setAsked] = useState<Asked>(null);
  const { status, mailbox, erase } = useApplicantActions(applicant, () => setAsked(null));
  const close = (open: boolean) => !open && setAsked(null);
  const icon = "size-4";
  const items: MenuItem[] = [];
  if (applicant.has_account && !applicant.mailbox_proven)
    items.push({
      label: t("confirmMailbox"),
      icon: <MailCheck aria-hidden="true" className={icon} />,
      onSelect: () => setAsked("mailbox"),
    });
  if (applicant.is_active)
    items.push({
      label: t("deactivate"),
      icon: <UserX aria-hidden="true" className={icon} />,
      onSelect: () => setAsked("deactivate"),
    });
  items.push({
    label: t("deleteAll"),
    danger: true,
    icon: <Trash2 aria-hidden="true" className={icon} />,
    onSelect: () => setAsked("erase"),
  });
  const counts = {
    invitations: t("invitations", { count: applicant.invites }),
    submissions: t("submissions", { count: applicant.submissions }),
  };
  const name = <bdi>{applicant.full_name}</bdi>;

  return (
    <li className="px-4 py-1.5 text-sm max-sm:pe-1">
      <div className={clsx("flex items-center gap-2", COLUMNS)}>
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <div className="min-w-0 flex-1">
            <Person name={applicant.full_name} email={applicant.email} className="max-sm:[&>span]:hidden" />
            <p className="text-muted text-xs tabular-nums sm:ps-12 @xl:sr-only">
              {t(applicant.has_account ? "factsAccount" : "facts", {
                ...counts,
                date: formatDate(applicant.created_at),
              })}
            </p>
          </div>
          {/* Exceptions only: on most rows a badge would say nothing. */}
          <div className="flex flex-wrap items-center justify-end gap-1.5 empty:hidden">
            {applicant.has_account && (
              <Badge
                tone={applicant.mailbox_proven ? "neutral" : "amber"}
                className={clsx(applicant.mailbox_proven && "max-sm:hidden")}
              >
                {applicant.mailbox_proven ? t("account") : t("notConfirmed")}
              </Badge>
            )}
            {!applicant.is_active && (
              <>
                <Badge tone="amber">{t("inactive")}</Badge>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={status.isPending}
                  onClick={() => status.mutate("active")}
                >
                  {t("activate")}
                </Button>
              </>
            )}
          </div>
        </div>
        <Figure count={applicant.invites} />
        <Figure count={applicant.submissions} />
        <span aria-hidden="true" className="hidden text-end text-ink-2 tabular-nums @xl:block">
          {formatDate(applicant.created_at)}
        </span>
        <Menu
          items={items}
          trigger={
            <IconButton
              label={t("actionsFor", { name: applicant.full_name })}
              busy={mailbox.isPending || (status.isPending && applicant.is_active && asked === null)}
            >
              <MoreHorizontal aria-hidden="true" className={icon} />
            </IconButton>
          }
        />
      </div>
      {applicant.erasure && (
        <ErasureRequest applicant={applicant} erasure={applicant.erasure} onErase={() => setAsked("erase")} />
      )}
      <ConfirmDialog
        open={asked === "deactivate"}
        onOpenChange={close}
        title={t("deactivateQuestion")}
        description={t.rich("deactivateText", { name })}
        confirmLabel={t("deactivate")}
        danger
        busy={status.isPending}
        onConfirm={() => status.mutate("inactive")}
      />
      <ConfirmDialog
        open={asked === "mailbox"}
        onOpenChange={close}
        title={t("mailboxQuestion")}
        description={t.rich("mailboxText", { email: applicant.email, name })}
        confirmLabel={t("confirmMailbox")}
        busy={mailbox.isPending}
        onConfirm={() => mailbox.mutate()}
      />
      <ConfirmDialog
        open={asked === "erase"}
        onOpenChange={close}
        title={t("deleteAll")}
        description={t.rich("eraseText", { name, ...counts })}
        confirmLabel={t("deleteAll")}
        typed={applicant.email}
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </li>
  );
}
