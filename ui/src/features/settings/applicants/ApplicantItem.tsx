import { MailCheck, MoreHorizontal, Trash2 } from "lucide-react";
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
    <li className="flex flex-wrap items-center gap-2 px-4 py-2 max-sm:gap-x-0 max-sm:pe-1 max-sm:py-1.5">
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[1fr_auto] sm:items-center">
        <Person
          name={applicant.full_name}
          email={applicant.email}
          className="max-sm:[&>span]:hidden max-sm:[&_p]:leading-4.5"
        />
        {/* Exceptions only: on most rows a badge would say nothing. */}
        <div className="flex flex-wrap items-center gap-1.5 empty:hidden">
          {applicant.has_account && !applicant.mailbox_proven && (
            <Badge tone="amber">{t("notConfirmed")}</Badge>
          )}
          {!applicant.is_active && <Badge tone="amber">{t("inactive")}</Badge>}
        </div>
        <p className="text-muted text-xs tabular-nums sm:col-span-2 sm:-mt-1 sm:ps-12">
          {t(applicant.has_account ? "factsAccount" : "facts", {
            ...counts,
            date: formatDate(applicant.created_at),
          })}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="font-normal!"
        busy={status.isPending && asked === null}
        onClick={() => (applicant.is_active ? setAsked("deactivate") : status.mutate("active"))}
      >
        {applicant.is_active ? t("deactivate") : t("activate")}
      </Button>
      <Menu
        items={items}
        trigger={
          <IconButton label={t("actionsFor", { name: applicant.full_name })} busy={mailbox.isPending}>
            <MoreHorizontal aria-hidden="true" className={icon} />
          </IconButton>
        }
      />
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
