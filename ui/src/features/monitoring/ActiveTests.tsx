import { clsx } from "clsx";
import type { Invite } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { toast } from "@/ui/toast";
import { isReady } from "./useMonitorable";

interface Props {
  invites: Invite[];
  selected: string | null;
  onSelect: (id: string) => void;
}

/** Running tests can be chosen; a waiting one says why not (spec §8). */
export function ActiveTests({ invites, selected, onSelect }: Props) {
  return (
    <ul className="divide-y divide-line">
      {invites.map((invite) => {
        const ready = isReady(invite);
        return (
          <li key={invite.id}>
            <button
              type="button"
              aria-current={invite.id === selected || undefined}
              onClick={() =>
                ready
                  ? onSelect(invite.id)
                  : toast.error("Test must be in progress to start monitoring", { id: "not-running" })
              }
              className={clsx(
                "flex w-full items-start justify-between gap-3 border-l-2 px-4 py-3 text-left outline-offset-[-2px] transition-colors hover:bg-subtle",
                invite.id === selected ? "border-primary bg-subtle" : "border-transparent",
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
              </span>
              <span className="flex shrink-0 flex-col items-end gap-1">
                <Badge tone={ready ? "green" : "amber"}>{ready ? "READY" : "WAITING"}</Badge>
                {invite.resume_requested_at && <Badge tone="violet">Asks to resume</Badge>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
