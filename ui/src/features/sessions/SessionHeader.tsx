import {
  ArrowLeft,
  type LucideIcon,
  MoreHorizontal,
  Pencil,
  Presentation,
  Printer,
  Trash2,
  Users,
} from "lucide-react";
import type { ExamSession, SessionPerson } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { PauseTests } from "@/ui/attempt/PauseTests";
import { Button, ButtonLink, IconButton } from "@/ui/Button";
import { Menu, type MenuItem } from "@/ui/Menu";
import { t } from "./texts";
import { spanWords } from "./when";

interface Props {
  session: ExamSession;
  /** The people that are shown. */
  shown: SessionPerson[];
  isWhole: boolean;
  mayAct: boolean;
  mayChange: boolean;
  onCode(): void;
  /** On a phone, where the list has no button for it. */
  onAssign: (() => void) | undefined;
  onEdit(): void;
  onDelete(): void;
}

/** Title, actions, time, place and people of a session. */
export function SessionHeader(props: Props) {
  const { session, shown, isWhole, mayAct, mayChange, onCode, onAssign, onEdit, onDelete } = props;
  // Buttons on a wide screen, a menu on a phone.
  const actions: (Omit<MenuItem, "icon"> & { icon: LucideIcon })[] = [
    { label: t("printList"), icon: Printer, onSelect: () => window.print() },
  ];
  if (mayChange)
    actions.push(
      { label: t("edit"), icon: Pencil, onSelect: onEdit },
      { label: t("delete"), icon: Trash2, danger: true, onSelect: onDelete },
    );
  return (
    <header className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink to="/admin/sessions" variant="ghost" size="sm" className="-ms-3" icon={ArrowLeft} turns>
          {t("sessions")}
        </ButtonLink>
        <h1 className="me-auto min-w-0 break-words font-semibold text-xl">
          <bdi>{session.title}</bdi>
        </h1>
        {mayAct && (
          <PauseTests
            session={session.id}
            running={shown.filter(({ started_at }) => started_at !== null)}
            whole={isWhole}
            held={session.paused_at !== null}
          />
        )}
        {mayAct && (
          <Button variant="secondary" size="sm" icon={Presentation} onClick={onCode}>
            {t("roomCode")}
          </Button>
        )}
        {actions.map(({ label, icon, danger, onSelect }) => (
          <Button
            key={label}
            variant={danger ? "ghost" : "secondary"}
            size="sm"
            className="max-sm:hidden"
            icon={icon}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
        <Menu
          items={[
            ...(onAssign ? [{ label: t("assignPeople"), icon: Users, onSelect: onAssign }] : []),
            ...actions,
          ].map(({ icon: Icon, ...item }) => ({
            ...item,
            icon: <Icon aria-hidden="true" className="size-4" />,
          }))}
          trigger={
            <IconButton label={t("moreActions")} className="sm:hidden">
              <MoreHorizontal aria-hidden="true" className="size-4" />
            </IconButton>
          }
        />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Facts session={session} />
        <p className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:[&>a]:h-full max-sm:[&>a]:whitespace-normal max-sm:[&>a]:text-center">
          <ButtonLink to={`/monitoring?session=${session.id}`} variant="secondary" size="sm">
            {t("watchAsList")}
          </ButtonLink>
          <ButtonLink to={`/monitoring?view=wall&session=${session.id}`} variant="secondary" size="sm">
            {t("watchOnWall")}
          </ButtonLink>
        </p>
      </div>
    </header>
  );
}

function Facts({ session }: { session: ExamSession }) {
  const when = spanWords(formatDateTime(session.starts_at), session);
  const proctors = session.proctors.map(({ name, invites }) =>
    invites ? t("withShare", { name, count: invites.length }) : name,
  );
  return (
    <div className="min-w-0 flex-1 basis-80 space-y-1 text-sm">
      <p className="text-ink-2">
        {session.place
          ? t.rich("whenAndPlace", { when, place: <bdi>{session.place}</bdi> })
          : t("whenOnly", { when })}{" "}
        {session.capacity ? t("placesTaken", { people: session.people, capacity: session.capacity }) : ""}{" "}
        {session.lead && t.rich("leadIs", { name: <bdi>{session.lead.name}</bdi> })}{" "}
        {proctors.length > 0 && t("proctorsAre", { names: proctors.join(", ") })}
      </p>
      {session.notes && <p className="whitespace-pre-wrap text-muted">{session.notes}</p>}
    </div>
  );
}
