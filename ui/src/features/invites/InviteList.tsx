import type { Invite } from "@/api/types";
import { outcomeOf } from "@/features/staff-shared/email-labels";
import { agreedWords } from "@/lib/agreed";
import { formatDate, formatTime } from "@/lib/format";
import { useLatest } from "@/lib/useLatest";
import { Person } from "@/ui/Person";
import { SelectBox, type SelectBoxProps } from "@/ui/SelectBox";
import { InviteBadge } from "@/ui/StatusBadge";
import { type Column, Table } from "@/ui/Table";
import { EmailState } from "./EmailState";
import { InviteActions } from "./InviteActions";
import { t } from "./list-texts";
import { NextStepCell } from "./NextStepCell";
import { nextStep } from "./next-step";
import type { Selection } from "./selection";

function Status({ invite }: { invite: Invite }) {
  return (
    <>
      {/* No colour of success beside a mail that failed or waits. */}
      <InviteBadge
        status={invite.status}
        quiet={invite.status === "sent" && ["failed", "waits"].includes(outcomeOf(invite))}
      />
      {invite.revoked_at && (
        <p className="text-muted text-xs">{t("revokedAt", { date: formatDate(invite.revoked_at) })}</p>
      )}
    </>
  );
}

/** Date over time, so that the column stays narrow. */
function Scheduled({ invite }: { invite: Invite }) {
  if (invite.scheduled_date) {
    return (
      <time dateTime={invite.scheduled_date} className="whitespace-nowrap">
        {formatDate(invite.scheduled_date)}
        <span className="block text-muted text-xs">{formatTime(invite.scheduled_date)}</span>
      </time>
    );
  }
  const words = invite.no_schedule
    ? t("anyTime")
    : invite.status === "sent"
      ? t("notChosen")
      : t("notScheduled");
  return <span className="whitespace-nowrap text-muted">{words}</span>;
}

function extras({ extra_minutes, extra_percent, agreed }: Invite): string[] {
  const share = extra_percent ? ` (${extra_percent} %)` : "";
  const extra = extra_minutes ? [`${t("extraMinutes", { count: extra_minutes })}${share}`] : [];
  return [...extra, ...agreedWords(agreed)];
}

/** The accommodations, in one line of a table. */
function ExtraTime({ invite }: { invite: Invite }) {
  const words = extras(invite);
  if (words.length === 0) return null;
  return (
    <p title={words.join("\n")} className="text-muted text-xs tabular-nums lg:truncate">
      {words.map((each, index) => (
        <span key={each}>
          {index > 0 && " · "}
          <bdi>{each}</bdi>
        </span>
      ))}
    </p>
  );
}

/** The program that has ordered the invitation. */
function Ordered({ invite }: { invite: Invite }) {
  if (!invite.ordered) return null;
  const { by, external_id } = invite.ordered;
  return (
    <p className="max-w-56 break-words text-muted text-xs lg:truncate" title={external_id}>
      {t.rich("orderedBy", {
        by: <bdi key="by">{by}</bdi>,
        id: (
          <bdi key="id" className="max-lg:break-all" dir="ltr">
            {external_id}
          </bdi>
        ),
      })}
    </p>
  );
}

/** The day of the invitation over the state of its mail. */
function Invited({ invite }: { invite: Invite }) {
  return (
    <>
      <p className="whitespace-nowrap text-ink-2 tabular-nums">{formatDate(invite.created_at)}</p>
      <EmailState invite={invite} />
      <Ordered invite={invite} />
    </>
  );
}

const testColumn = (): Column<Invite> => ({
  key: "test",
  header: t("test"),
  cell: (invite) => (
    <div className="w-36 min-[87rem]:w-52">
      <p
        className={extras(invite).length > 0 ? "truncate" : "line-clamp-2 leading-[1.125rem]"}
        title={invite.test_title}
      >
        <bdi>{invite.test_title}</bdi>
      </p>
      <ExtraTime invite={invite} />
    </div>
  ),
});

interface ListProps {
  invites: Invite[];
  /** All are of one test, which the page names. */
  ofOneTest: boolean;
  selection: Selection;
  onToggle: (id: string, shift: boolean) => void;
  onToggleLoaded: () => void;
}

const isSelected = ({ all, ids }: Selection, { id }: Invite) => all || ids.has(id);

function columns(props: ListProps): Column<Invite>[] {
  const { invites, ofOneTest, selection, onToggle, onToggleLoaded } = props;
  return [
    {
      key: "select",
      className: "w-8",
      header: (
        <SelectBox
          label={t("selectAllInList")}
          checked={invites.every((invite) => isSelected(selection, invite))}
          onToggle={onToggleLoaded}
        />
      ),
      cell: (invite) => (
        <SelectBox
          label={t("select", { name: invite.applicant_name })}
          checked={isSelected(selection, invite)}
          onToggle={(shift) => onToggle(invite.id, shift)}
        />
      ),
    },
    {
      key: "applicant",
      header: t("candidate"),
      cell: (invite) => (
        <>
          <Person
            name={invite.applicant_name}
            email={invite.applicant_email}
            className={ofOneTest ? "w-52 min-[87rem]:w-72" : "w-44 min-[87rem]:w-60"}
          />
          {ofOneTest && (
            <div className="ps-12">
              <ExtraTime invite={invite} />
            </div>
          )}
        </>
      ),
    },
    ...(ofOneTest ? [] : [testColumn()]),
    { key: "status", header: t("status"), cell: (invite) => <Status invite={invite} /> },
    { key: "invited", header: t("invited"), cell: (invite) => <Invited invite={invite} /> },
    {
      key: "scheduled",
      header: t("scheduled"),
      className: "text-ink-2 tabular-nums max-[87rem]:hidden",
      cell: (invite) => <Scheduled invite={invite} />,
    },
    {
      key: "next",
      header: t("nextStep"),
      cell: (invite) => <NextStepCell invite={invite} />,
    },
    {
      key: "actions",
      header: <span className="sr-only">{t("actions")}</span>,
      align: "right",
      cell: (invite) => <InviteActions invite={invite} />,
    },
  ];
}

function InviteCard({
  invite,
  ofOneTest,
  ...select
}: Pick<ListProps, "ofOneTest"> & { invite: Invite } & SelectBoxProps) {
  return (
    <div className="space-y-3">
      <div className="flex min-w-0 items-start gap-3">
        <SelectBox {...select} />
        <div className="min-w-0 flex-1">
          <Person name={invite.applicant_name} email={invite.applicant_email} />
          <div className="ps-12">
            <ExtraTime invite={invite} />
          </div>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-xs">
        {!ofOneTest && (
          <>
            <dt className="text-muted">{t("test")}</dt>
            <dd className="min-w-0 font-medium">
              <bdi>{invite.test_title}</bdi>
            </dd>
          </>
        )}
        <dt className="text-muted">{t("invited")}</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-3">
          {formatDate(invite.created_at)}
          <EmailState invite={invite} />
          <Ordered invite={invite} />
        </dd>
        {invite.scheduled_date && (
          <>
            <dt className="text-muted">{t("scheduled")}</dt>
            <dd>
              <Scheduled invite={invite} />
            </dd>
          </>
        )}
        <dt className="text-muted">{t("next")}</dt>
        <dd>
          <NextStepCell invite={invite} />
        </dd>
      </dl>
      <div className="flex items-center justify-between gap-3">
        <div>
          <Status invite={invite} />
        </div>
        <InviteActions invite={invite} />
      </div>
    </div>
  );
}

export function InviteList(props: ListProps) {
  const { invites, ofOneTest, selection } = props;
  const onToggle = useLatest(props.onToggle);
  return (
    <Table
      dense
      low
      caption={t("invitations")}
      columns={columns({ ...props, onToggle })}
      rows={invites}
      rowKey={(invite) => invite.id}
      // The next step follows from the time, too.
      marks={(invite) => `${isSelected(selection, invite)} ${nextStep(invite, new Date()).text}`}
      card={(invite) => (
        <InviteCard
          invite={invite}
          ofOneTest={ofOneTest}
          label={t("select", { name: invite.applicant_name })}
          checked={isSelected(selection, invite)}
          onToggle={(shift) => onToggle(invite.id, shift)}
        />
      )}
    />
  );
}
