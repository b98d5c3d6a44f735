import { LogIn, LogOut } from "lucide-react";
import type { SessionPerson } from "@/api/types";
import { isInBreak } from "@/features/staff-shared/in-break";
import { agreedWords } from "@/lib/agreed";
import { formatTime } from "@/lib/format";
import { useNow } from "@/lib/now";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { type Column, Table } from "@/ui/Table";
import { STATE_LABELS, STATE_TONES, WAYS } from "./states";

interface Props {
  people: SessionPerson[];
  /** By which the server's clock is ahead of this one, in ms. */
  ahead: number;
  mayCheckIn: boolean;
  /** Of which the call is under way. */
  busy: string | undefined;
  onCheckIn: (person: SessionPerson, out: boolean) => void;
  onRemove?: ((person: SessionPerson) => void) | undefined;
}

const isHere = ({ checked_in_at, checked_out_at }: SessionPerson) =>
  checked_in_at !== null && checked_out_at === null;

function State({ person, ahead }: { person: SessionPerson; ahead: number }) {
  const now = useNow() + ahead;
  return (
    <>
      <Badge tone={STATE_TONES[person.state]}>{STATE_LABELS[person.state]}</Badge>
      {isInBreak(person, now) ? (
        <Badge tone="blue">Break until {formatTime(person.break_until ?? "")}</Badge>
      ) : (
        person.paused_since && !person.break_until && <Badge tone="amber">Paused</Badge>
      )}
      {person.reason && <p className="mt-0.5 text-error text-xs">{person.reason}</p>}
    </>
  );
}

function CheckedIn({ person }: { person: SessionPerson }) {
  const { checked_in_at, checked_in_by, checked_out_at } = person;
  if (!checked_in_at) return <span className="text-muted">Not yet</span>;
  return (
    <span className="text-sm">
      {checked_out_at
        ? `Left at ${formatTime(checked_out_at)}`
        : `${formatTime(checked_in_at)}${checked_in_by ? `, ${WAYS[checked_in_by]}` : ""}`}
    </span>
  );
}

const isRunning = ({ started_at }: SessionPerson) => started_at !== null;

export function PeopleTable({ people, ahead, mayCheckIn, busy, onCheckIn, onRemove }: Props) {
  const actions = (person: SessionPerson) => (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {isRunning(person) && (
        <ButtonLink size="sm" variant="secondary" to={`/monitor/${person.invite_id}`}>
          Watch
        </ButtonLink>
      )}
      {onRemove && person.state !== "testing" && person.state !== "in_trouble" && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Take out of the session: ${person.applicant_name}`}
          onClick={() => onRemove(person)}
        >
          Take out
        </Button>
      )}
      {mayCheckIn &&
        (isHere(person) ? (
          <Button
            size="sm"
            variant="secondary"
            busy={busy === person.invite_id}
            icon={<LogOut aria-hidden="true" className="size-4" />}
            aria-label={`Check out: ${person.applicant_name}`}
            onClick={() => onCheckIn(person, true)}
          >
            Check out
          </Button>
        ) : (
          <Button
            size="sm"
            busy={busy === person.invite_id}
            icon={<LogIn aria-hidden="true" className="size-4" />}
            aria-label={`Check in: ${person.applicant_name}`}
            onClick={() => onCheckIn(person, false)}
          >
            Check in
          </Button>
        ))}
    </div>
  );
  const name = (person: SessionPerson) => (
    <>
      <p className="font-medium">
        <bdi>{person.applicant_name}</bdi>
      </p>
      <p className="break-all text-muted text-xs">{person.applicant_email}</p>
    </>
  );
  const columns: Column<SessionPerson>[] = [
    { key: "name", header: "Name", cell: name },
    {
      key: "test",
      header: "Test",
      cell: ({ test_title, extra_minutes, agreed }) => (
        <>
          <bdi>{test_title}</bdi>
          {extra_minutes > 0 && <p className="text-muted text-xs">{extra_minutes} minutes extra</p>}
          {agreedWords(agreed).map((words) => (
            <p key={words} className="text-muted text-xs">
              <bdi>{words}</bdi>
            </p>
          ))}
        </>
      ),
    },
    { key: "state", header: "State", cell: (person) => <State person={person} ahead={ahead} /> },
    { key: "in", header: "Checked in", cell: (person) => <CheckedIn person={person} /> },
    { key: "code", header: "Code", cell: ({ code }) => <code dir="ltr">{code}</code> },
    {
      key: "actions",
      header: <span className="sr-only">Actions</span>,
      align: "right",
      cell: actions,
    },
  ];
  return (
    <Table
      caption="People of the session"
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
            <bdi>{person.test_title}</bdi>, code <code dir="ltr">{person.code}</code>
          </p>
          <CheckedIn person={person} />
          {actions(person)}
        </div>
      )}
    />
  );
}
