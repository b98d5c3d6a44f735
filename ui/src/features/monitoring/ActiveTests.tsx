import { clsx } from "clsx";
import type { Invite, Monitored } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { toast } from "@/ui/toast";
import { isReady } from "./useMonitorable";
import { VideoBadge } from "./VideoBadge";
import { NOT_RUNNING } from "./video/calls";

interface Props {
  invites: Invite[];
  live: ReadonlyMap<string, Monitored>;
  selected: string | null;
  onSelect: (id: string) => void;
}

interface ItemProps {
  invite: Invite;
  row: Monitored | undefined;
  selected: boolean;
  onSelect: () => void;
}

function Item({ invite, row, selected, onSelect }: ItemProps) {
  const ready = isReady(invite);
  return (
    <button
      type="button"
      aria-current={selected || undefined}
      onClick={() => (ready ? onSelect() : toast.error(NOT_RUNNING, { id: "not-running" }))}
      className={clsx(
        "flex w-full items-start justify-between gap-3 border-l-2 px-4 py-3 text-left outline-offset-[-2px] transition-colors hover:bg-subtle",
        selected ? "border-primary bg-subtle" : "border-transparent",
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium text-sm">
          <bdi>{invite.applicant_name}</bdi>
        </span>
        <span className="block truncate text-ink-2 text-xs">
          <bdi>{invite.test_title}</bdi>
        </span>
        <span className="mt-0.5 block text-muted text-xs tabular-nums">
          {ready
            ? `Started ${formatDateTime(invite.started_at)}`
            : `Starts ${formatDateTime(invite.scheduled_date)}`}
        </span>
        {ready && row?.video.state === "offline" && row.video.reason && (
          <span className="mt-0.5 block text-error text-xs">{row.video.reason}</span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <Badge tone={ready ? "green" : "amber"}>{ready ? "READY" : "WAITING"}</Badge>
        {ready && row && <VideoBadge state={row.video.state} />}
        {invite.resume_requested_at && <Badge tone="violet">Asks to resume</Badge>}
      </span>
    </button>
  );
}

/** Running tests can be chosen; a waiting one shows why not (docs/behaviour.md#live-monitoring). */
export function ActiveTests({ invites, live, selected, onSelect }: Props) {
  return (
    <ul className="divide-y divide-line">
      {invites.map((invite) => (
        <li key={invite.id}>
          <Item
            invite={invite}
            row={live.get(invite.id)}
            selected={invite.id === selected}
            onSelect={() => onSelect(invite.id)}
          />
        </li>
      ))}
    </ul>
  );
}
