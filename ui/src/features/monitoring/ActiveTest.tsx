import { clsx } from "clsx";
import { memo, useRef } from "react";
import type { Invite, Monitored } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { needsLook, pictureFault } from "@/lib/trouble";
import { toast } from "@/ui/toast";
import { questionWords, sinceWords } from "./labels";
import { SeenButton } from "./SeenButton";
import { StatusBadge } from "./StatusBadge";
import { TimeLeft } from "./TimeLeft";
import { t } from "./texts";
import { isReady, useServerNow } from "./useMonitorable";
import { useShown } from "./useShown";

interface Props {
  invite: Invite;
  row: Monitored | undefined;
  selected: boolean;
  /** The same function each time. */
  onSelect: (id: string) => void;
}

/** "The page was closed, 12 min ago". */
function troubleWords(row: Monitored, now: number): string | null {
  const { video, camera } = row;
  const fault = pictureFault(row);
  if (fault && camera) return sinceWords(fault, camera.since, now);
  if (video.state !== "offline" || !video.reason) return null;
  return sinceWords(video.reason, video.since, now);
}

function Contents({ invite, row, now, selected, onSelect }: Props & { now: number }) {
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
        onClick={() => (ready ? onSelect(invite.id) : toast.error(t("mustRun"), { id: "not-running" }))}
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
            <TimeLeft deadline={invite.deadline} paused={row?.paused_since != null} row={row} now={now} />
          )}
        </span>
        {trouble && (
          <span className={clsx("mt-0.5 block text-xs tabular-nums", urgent ? "text-error" : "text-muted")}>
            {trouble}
          </span>
        )}
      </button>
      {row && urgent && <SeenButton row={row} now={now} compact />}
    </div>
  );
}

/** Times of a row that the list does not show, and that change with each report of a page. */
const untimed = (row: Monitored | undefined) =>
  row && { ...row, server_time: "", last_saved_at: null, connection: row.connection.state };

const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const isUnchanged = (before: Props, after: Props) =>
  before.selected === after.selected &&
  before.onSelect === after.onSelect &&
  isSame(before.invite, after.invite) &&
  (before.row === after.row || isSame(untimed(before.row), untimed(after.row)));

/**
 * A row of the list. It is rendered when what it shows changes, and each second while the browser lays it out: the rows of a
 * thousand candidates cost no more than those in view.
 */
export const ActiveTest = memo(function ActiveTest(props: Props) {
  const element = useRef<HTMLLIElement>(null);
  const now = useServerNow(useShown(element));
  return (
    <li ref={element} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <Contents {...props} now={now} />
    </li>
  );
}, isUnchanged);
