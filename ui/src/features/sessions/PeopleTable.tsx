import { LogIn, LogOut } from "lucide-react";
import type { SessionPerson } from "@/api/types";
import { isInBreak } from "@/features/staff-shared/in-break";
import { agreedWords } from "@/lib/agreed";
import { formatTime } from "@/lib/format";
import { useNow } from "@/lib/now";
import { serverWords } from "@/lib/server-words";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { type Column, Table } from "@/ui/Table";
import { STATE_TONES, stateLabel, WAYS } from "./states";
import { t } from "./texts";

interface Props {
  people: SessionPerson[];
  /** Lead of the server's clock over this one, in ms. */
  ahead: number;
  mayCheckIn: boolean;
  /** Invite of the person whose call is under way. */
  busy: string | undefined;
  onCheckIn: (person: SessionPerson, out: boolean) => void;
  onRemove?: ((person: SessionPerson) => void) | undefined;
  /** Names of the proctors who look after a person; `null` where all do. */
  lookedAfter: (person: SessionPerson) => string[] | null;
}

const isHere = ({ checked_in_at, checked_out_at }: SessionPerson) =>
  checked_in_at !== null && checked_out_at === null;

function State({ person, ahead }: { person: SessionPerson; ahead: number }) {
  // Only a break ends by the clock; the rows of a large session need no second each.
  const now = useNow(person.break_until != null) + ahead;
  return (
    <>
      <Badge tone={STATE_TONES[person.state]}>{stateLabel(person.state)}</Badge>
      {isInBreak(person, now) ? (
        <Badge tone="blue">{t("breakUntil", { time: formatTime(person.break_until ?? "") })}</Badge>
      ) : (
        person.paused_since && !person.break_until && <Badge tone="amber">{t("paused")}</Badge>
      )}
      {person.reason && <p className="mt-0.5 text-error text-xs">{serverWords(person.reason)}</p>}
    </>
  );
}

function CheckedIn({ person }: { person: SessionPerson }) {
  const { checked_in_at, checked_in_by, checked_out_at } = person;
  if (!checked_in_at) return <span className="text-muted">{t("notYet")}</span>;
  const time = formatTime(checked_in_at);
  return (
    <span className="text-sm">
      {checked_out_at
        ? t("leftAt", { time: formatTime(checked_out_at) })
        : checked_in_by
          ? t(WAYS[checked_in_by], { time })
          : time}
    </span>
  );
}

const isRunning = ({ started_at }: SessionPerson) => started_at !== null;

function LookedAfter({ names }: { names: string[] | null }) {
  if (names === null) return null;
  return (
    <p className="text-muted text-xs">
      {names.length > 0 ? t.rich("proctorOf", { names: <bdi>{names.join(", ")}</bdi> }) : t("noProctor")}
    </p>
  );
}

export function PeopleTable(props: Props) {
  const { people, ahead, mayCheckIn, busy, onCheckIn, onRemove, lookedAfter } = props;
  const actions = (person: SessionPerson) => (
    <div className="flex gap-2 max-lg:flex-row-reverse max-lg:flex-wrap max-lg:justify-end max-lg:pt-1 lg:justify-end">
      {isRunning(person) && (
        <ButtonLink size="sm" variant="secondary" to={`/monitor/${person.invite_id}`}>
          {t("watch")}
        </ButtonLink>
      )}
      {onRemove && !isRunning(person) && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("takeOutNamed", { name: person.applicant_name })}
          onClick={() => onRemove(person)}
        >
          {t("takeOut")}
        </Button>
      )}
      {mayCheckIn &&
        (isHere(person) ? (
          <Button
            size="sm"
            variant="ghost"
            className="max-lg:-ms-3"
            busy={busy === person.invite_id}
            icon={LogOut}
            turns
            aria-label={t("checkOutNamed", { name: person.applicant_name })}
            onClick={() => onCheckIn(person, true)}
          >
            {t("checkOut")}
          </Button>
        ) : (
          <Button
            size="sm"
            variant="secondary"
            busy={busy === person.invite_id}
            icon={LogIn}
            turns
            aria-label={t("checkInNamed", { name: person.applicant_name })}
            onClick={() => onCheckIn(person, false)}
          >
            {t("checkIn")}
          </Button>
        ))}
    </div>
  );
  const name = (person: SessionPerson) => (
    <>
      <p className="font-medium">
        <bdi>{person.applicant_name}</bdi>
      </p>
      <p title={person.applicant_email} className="truncate text-muted text-xs lg:max-w-56">
        {person.applicant_email}
      </p>
      <LookedAfter names={lookedAfter(person)} />
    </>
  );
  const columns: Column<SessionPerson>[] = [
    { key: "name", header: t("name"), cell: name },
    {
      key: "test",
      header: t("test"),
      cell: ({ test_title, extra_minutes, agreed }) => (
        <>
          <bdi>{test_title}</bdi>
          {extra_minutes > 0 && (
            <p className="text-muted text-xs">{t("extraMinutes", { count: extra_minutes })}</p>
          )}
          {agreedWords(agreed).map((words) => (
            <p key={words} className="text-muted text-xs">
              <bdi>{words}</bdi>
            </p>
          ))}
        </>
      ),
    },
    { key: "state", header: t("state"), cell: (person) => <State person={person} ahead={ahead} /> },
    { key: "in", header: t("checkedIn"), cell: (person) => <CheckedIn person={person} /> },
    { key: "code", header: t("code"), cell: ({ code }) => <code dir="ltr">{code}</code> },
    {
      key: "actions",
      header: <span className="sr-only">{t("actions")}</span>,
      align: "right",
      cell: actions,
    },
  ];
  return (
    <Table
      caption={t("peopleOfSession")}
      columns={columns}
      rows={people}
      rowKey={({ invite_id }) => invite_id}
      low
      card={(person) => (
        <div className="space-y-2">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">{name(person)}</div>
            <div className="shrink-0 text-end">
              <State person={person} ahead={ahead} />
            </div>
          </div>
          <p className="text-muted text-sm">
            {t.rich("testAndCode", {
              test: <bdi>{person.test_title}</bdi>,
              code: <code dir="ltr">{person.code}</code>,
            })}
          </p>
          <CheckedIn person={person} />
          {actions(person)}
        </div>
      )}
    />
  );
}
