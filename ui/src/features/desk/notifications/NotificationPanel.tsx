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
import { errorText } from "@/api/client";
import type { Notification } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { SlideOver } from "@/ui/SlideOver";
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
  return (
    <button
      type="button"
      disabled={busy}
      onClick={onOpen}
      className="flex w-full items-start gap-3 px-5 py-3.5 text-left outline-offset-[-2px] transition-colors hover:bg-subtle"
    >
      <span
        aria-hidden="true"
        className={`toned tone-${tone} grid size-8 shrink-0 place-items-center rounded-full`}
      >
        <Icon className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className={clsx("block text-sm", notification.is_read ? "text-ink-2" : "font-medium text-ink")}>
          {notification.message}
        </span>
        <time dateTime={notification.created_at} className="text-muted text-xs tabular-nums">
          {formatDateTime(notification.created_at)}
        </time>
        {notification.type === "test_started" && (
          <span className="ml-2 font-medium text-primary text-xs">
            {notification.data.submission_id ? "Result" : "Monitor"}
          </span>
        )}
      </span>
      {!notification.is_read && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </button>
  );
}

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { data, error, refetch, isFetching } = useNotifications();
  const { open, readAll, clear } = useNotificationActions(onClose);
  const unread = data?.some((notification) => !notification.is_read);
  return (
    <SlideOver
      open
      onOpenChange={(stays) => !stays && onClose()}
      title="Notifications"
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
              Mark all read
            </Button>
            <Button variant="secondary" busy={clear.isPending} onClick={() => clear.mutate()}>
              Clear all
            </Button>
          </>
        )
      }
    >
      <div className="-m-5">
        {error && !data && (
          <ErrorState
            title="The notifications could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && <SkeletonList rows={5} label="Loading notifications" />}
        {data?.length === 0 && (
          <EmptyState
            icon={<BellOff />}
            title="No notifications"
            text="You are notified here when a test starts or is submitted, and when something needs your attention."
          />
        )}
        {data && data.length > 0 && (
          <ul className="divide-y divide-line">
            {data.map((notification) => (
              <li key={notification.id}>
                <Row
                  notification={notification}
                  busy={open.isPending && open.variables.id === notification.id}
                  onOpen={() => open.mutate(notification)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </SlideOver>
  );
}
