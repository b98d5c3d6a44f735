import { clsx } from "clsx";
import {
  BellOff,
  CalendarClock,
  CircleCheck,
  Clock,
  ClockAlert,
  CodeXml,
  Eraser,
  Eye,
  FileWarning,
  Flag,
  MailX,
  MonitorSmartphone,
  ServerCrash,
  Unplug,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Notification } from "@/api/types";
import { formatTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { SlideOver } from "@/ui/SlideOver";
import { JobList } from "../../staff-shared/jobs/JobList";
import { serverSentence } from "../../staff-shared/server-sentence";
import { t } from "../texts";
import { type Burst, byDay } from "./groups";
import { useNotifications } from "./queries";
import { useNotificationActions } from "./useNotificationActions";

const LOOKS: Record<Notification["type"], { tone: string; Icon: typeof Eye }> = {
  test_started: { tone: "amber", Icon: Eye },
  test_submitted: { tone: "green", Icon: CircleCheck },
  invite_scheduled: { tone: "violet", Icon: CalendarClock },
  integrity_flag: { tone: "red", Icon: Flag },
  resume_requested: { tone: "blue", Icon: MonitorSmartphone },
  email_failed: { tone: "red", Icon: MailX },
  erasure_asked: { tone: "red", Icon: Eraser },
  pool_too_small: { tone: "red", Icon: FileWarning },
  code_not_judged: { tone: "red", Icon: CodeXml },
  clock_set: { tone: "red", Icon: ClockAlert },
  late_answer: { tone: "amber", Icon: Clock },
  twin: { tone: "red", Icon: ServerCrash },
  audit_log_waits: { tone: "red", Icon: Unplug },
  webhook_fails: { tone: "red", Icon: Unplug },
};
const UNKNOWN = { tone: "grey", Icon: Eye };

interface RowProps {
  notification: Notification;
  busy: boolean;
  onOpen: () => void;
}

function Row({ notification, busy, onOpen }: RowProps) {
  const { tone, Icon } = LOOKS[notification.type] ?? UNKNOWN;
  const { type, data } = notification;
  const hasResult = data.submission_id && (type === "test_started" || type === "test_submitted");
  const leadsTo = hasResult ? "result" : type === "test_started" && "monitor";
  return (
    <button
      type="button"
      disabled={busy}
      onClick={onOpen}
      className="flex w-full items-start gap-3 px-5 py-3.5 text-start outline-offset-[-2px] transition-colors hover:bg-subtle"
    >
      <span
        aria-hidden="true"
        className={`toned tone-${tone} grid size-8 shrink-0 place-items-center rounded-full`}
      >
        <Icon className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className={clsx("block text-sm", notification.is_read ? "text-ink-2" : "font-medium text-ink")}>
          {serverSentence(notification.message, notification.parts)}
        </span>
        <time dateTime={notification.created_at} className="text-muted text-xs tabular-nums">
          {formatTime(notification.created_at)}
        </time>
        {leadsTo && <span className="ms-2 font-medium text-primary text-xs">{t(leadsTo)}</span>}
      </span>
      {!notification.is_read && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary">
          <span className="sr-only">{t("unread")}</span>
        </span>
      )}
    </button>
  );
}

/** Notifications of a burst that stay in view. */
const IN_VIEW = 3;

function Rows({ burst, row }: { burst: Burst; row: (notification: Notification) => ReactNode }) {
  const shown = burst.length > IN_VIEW + 1 ? burst.slice(0, IN_VIEW) : burst;
  const rest = burst.slice(shown.length);
  return (
    <>
      {shown.map((one) => (
        <li key={one.id}>{row(one)}</li>
      ))}
      {rest.length > 0 && (
        <li>
          <details>
            <summary className="cursor-pointer px-5 py-2 text-primary text-sm hover:bg-subtle">
              {t("moreOfKind", { count: rest.length })}
            </summary>
            <ul className="divide-y divide-line border-line border-t">
              {rest.map((one) => (
                <li key={one.id}>{row(one)}</li>
              ))}
            </ul>
          </details>
        </li>
      )}
    </>
  );
}

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { data, error, refetch, isFetching } = useNotifications();
  const { open, readAll, clear } = useNotificationActions(onClose);
  const unread = data?.some((notification) => !notification.is_read);
  const row = (notification: Notification) => (
    <Row
      notification={notification}
      busy={open.isPending && open.variables.id === notification.id}
      onOpen={() => open.mutate(notification)}
    />
  );
  return (
    <SlideOver
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t("notifications")}
      footer={
        data &&
        data.length > 0 && (
          <>
            <Button
              variant="secondary"
              busy={readAll.isPending}
              disabled={!unread}
              onClick={() => readAll.mutate()}
            >
              {t("markAllRead")}
            </Button>
            <Button variant="secondary" busy={clear.isPending} onClick={() => clear.mutate()}>
              {t("clearAll")}
            </Button>
          </>
        )
      }
    >
      <div className="-m-5">
        <JobList />
        {error && !data && (
          <QueryError title={t("notificationsNotLoaded")} {...{ error, refetch, isFetching }} />
        )}
        {!data && !error && <SkeletonList rows={5} label={t("loadingNotifications")} />}
        {data?.length === 0 && (
          <EmptyState icon={<BellOff />} title={t("noNotifications")} text={t("noNotificationsText")} />
        )}
        {data && data.length > 0 && (
          <div>
            {byDay(data).map(({ day, bursts }) => (
              <section key={day} aria-label={day}>
                <h3 className="bg-subtle px-5 py-1.5 font-medium text-ink-2 text-xs">{day}</h3>
                <ul className="divide-y divide-line">
                  {bursts.map((burst) => (
                    <Rows key={burst.at(-1)?.id} burst={burst} row={row} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </div>
    </SlideOver>
  );
}
