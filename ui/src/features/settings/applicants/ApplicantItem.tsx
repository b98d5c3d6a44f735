import { MailCheck, MoreHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ApplicantRow } from "@/api/types";
import { formatDate, plural } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Menu, type MenuItem } from "@/ui/Menu";
import { Person } from "@/ui/Person";
import { ErasureRequest } from "./ErasureRequest";
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
      label: "Confirm mailbox",
      icon: <MailCheck aria-hidden="true" className={icon} />,
      onSelect: () => setAsked("mailbox"),
    });
  items.push({
    label: "Delete all data",
    danger: true,
    icon: <Trash2 aria-hidden="true" className={icon} />,
    onSelect: () => setAsked("erase"),
  });
  const name = <bdi>{applicant.full_name}</bdi>;

  return (
    <li className="flex flex-wrap items-center gap-2 px-4 py-3 max-sm:justify-end">
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1.5 max-sm:basis-full sm:grid-cols-[1fr_auto] sm:items-center">
        <Person name={applicant.full_name} email={applicant.email} />
        <div className="flex flex-wrap items-center gap-1.5 max-sm:pl-12">
          {!applicant.has_account && <Badge>No account</Badge>}
          {applicant.has_account && !applicant.mailbox_proven && (
            <Badge tone="amber">Mailbox not confirmed</Badge>
          )}
          <Badge tone={applicant.is_active ? "green" : "grey"}>
            {applicant.is_active ? "Active" : "Inactive"}
          </Badge>
        </div>
        <p className="text-muted text-xs tabular-nums sm:col-span-2 sm:-mt-1 sm:pl-12 max-sm:pl-12">
          {plural(applicant.invites, "invitation")}, {plural(applicant.submissions, "submission")}, since{" "}
          {formatDate(applicant.created_at)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={status.isPending && asked === null}
        onClick={() => (applicant.is_active ? setAsked("deactivate") : status.mutate("active"))}
      >
        {applicant.is_active ? "Deactivate" : "Activate"}
      </Button>
      <Menu
        items={items}
        trigger={
          <IconButton label={`Actions for ${applicant.full_name}`} busy={mailbox.isPending}>
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
        title="Deactivate this applicant?"
        description={<>{name} can neither sign in nor start a test. A running test continues.</>}
        confirmLabel="Deactivate"
        danger
        busy={status.isPending}
        onConfirm={() => status.mutate("inactive")}
      />
      <ConfirmDialog
        open={asked === "mailbox"}
        onOpenChange={close}
        title="Confirm this mailbox?"
        description={
          <>
            Do so only if you know that {applicant.email} belongs to {name}: the account then sees every
            invitation that was sent there.
          </>
        }
        confirmLabel="Confirm mailbox"
        busy={mailbox.isPending}
        onConfirm={() => mailbox.mutate()}
      />
      <ConfirmDialog
        open={asked === "erase"}
        onOpenChange={close}
        title="Delete all data"
        description={
          <>
            The account of {name}, {plural(applicant.invites, "invitation")},{" "}
            {plural(applicant.submissions, "submission")} with all answers, tests in progress, emails and
            pictures are removed for good. This cannot be undone.
          </>
        }
        confirmLabel="Delete all data"
        typed={applicant.email}
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </li>
  );
}
