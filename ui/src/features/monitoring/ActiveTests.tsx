import { clsx } from "clsx";
import type { Invite, Monitored } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { isLongOffline, needsLook, pictureFault } from "@/lib/trouble";
import { toast } from "@/ui/toast";
import { questionWords, sinceWords } from "./labels";
import { SeenButton } from "./SeenButton";
import { StatusBadge } from "./StatusBadge";
import { TimeLeft } from "./TimeLeft";
import { t } from "./texts";
import { isReady, useServerNow } from "./useMonitorable";

interface Props {
  invites: Invite[];
  live: ReadonlyMap<string, Monitored>;
  selected: string | null;
  onSelect: (id: string) => void;
}

interface ItemProps {
  invite: Invite;
  row: Monitored | undefined;
  now: number;
  selected: boolean;
  onSelect: () => void;
}

/** "The page was closed, 12 min ago". */
function troubleWords(row: Monitored, now: number): string | null {
  const { video, camera } = row;
  const fault = pictureFault(row);
  if (fault && camera) return sinceWords(fault, camera.since, now);
  if (video.state !== "offline" || !video.reason) return null;
  return sinceWords(video.reason, video.since, now);
}

function Item({ invite, row, now, selected, onSelect }: ItemProps) {
  const ready = isReady(invite);
  const urgent = row !== undefined && needsLook(row, now);
  const trouble = ready && row ? troubleWords(row, now) : null;
  return (
    <div
      className={clsx(
        "flex items-center gap-1 border-s-2 pe-2",
        selected ? "border-primary bg-subtle" : urgent ? "border-error" : "border-transparent",
      )}
    >
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={() => (ready ? onSelect() : toast.error(t("mustRun"), { id: "not-running" }))}
        className="min-w-0 flex-1 py-3 ps-3.5 pe-2 text-start outline-offset-[-2px] transition-colors hover:bg-subtle"
      >
        <span className="flex items-start justify-between gap-2">
          <span
            dir="auto"
            className={clsx("min-w-0 truncate text-match text-sm", urgent ? "font-semibold" : "font-medium")}
          >
            {invite.applicant_name}
          </span>
          <span className="shrink-0">
            <StatusBadge invite={invite} row={row} now={now} />
          </span>
        </span>
        <span dir="auto" title={invite.test_title} className="block truncate text-match text-ink-2 text-xs">
          {invite.test_title}
        </span>
        <span className="mt-0.5 flex justify-between gap-2 text-muted text-xs tabular-nums">
          <span>
            {ready && row && questionWords(row)}
            {ready && !row && t("started", { when: formatDateTime(invite.started_at) })}
            {!ready && t("starts", { when: formatDateTime(invite.scheduled_date) })}
          </span>
          {ready && invite.deadline && (
            <TimeLeft deadline={invite.deadline} paused={row?.paused_since != null} row={row} />
          )}
        </span>
        {trouble && (
          <span className={clsx("mt-0.5 block text-xs tabular-nums", urgent ? "text-error" : "text-muted")}>
            {trouble}
          </span>
        )}
      </button>
      {row && <SeenButton row={row} now={now} compact />}
    </div>
  );
}

/** Running tests can be chosen; a waiting one shows why not (docs/behaviour/monitoring.md#live-monitoring). */
export function ActiveTests({ invites, live, selected, onSelect }: Props) {
  const now = useServerNow();
  const isAway = ({ id }: Invite) => {
    const row = live.get(id);
    return row !== undefined && isLongOffline(row, now);
  };
  const list = (shown: Invite[]) => (
    <ul className="divide-y divide-line">
      {shown.map((invite) => (
        // The browser lays out only visible rows.
        <li key={invite.id} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
          <Item
            invite={invite}
            row={live.get(invite.id)}
            now={now}
            selected={invite.id === selected}
            onSelect={() => onSelect(invite.id)}
          />
        </li>
      ))}
    </ul>
  );
  const away = invites.filter(isAway);
  const waiting = invites.filter((invite) => !isReady(invite));
  const running = invites.filter((invite) => isReady(invite) && !isAway(invite));
  return (
    <>
      {list(running)}
      {waiting.length > 0 && (
        // With no test running they are all there is.
        <details open={running.length === 0 || undefined} className="border-line border-t">
          <summary className="cursor-pointer px-4 py-3 font-medium text-ink-2 text-sm tabular-nums hover:bg-subtle">
            {t("waitingToStart", { count: waiting.length })}
          </summary>
          {list(waiting)}
        </details>
      )}
      {away.length > 0 && (
        <details open={away.some(({ id }) => id === selected) || undefined} className="border-line border-t">
          <summary className="cursor-pointer px-4 py-3 font-medium text-ink-2 text-sm tabular-nums hover:bg-subtle">
            {t("offlineLongCount", { count: away.length })}
          </summary>
          {list(away)}
        </details>
      )}
    </>
  );
}
