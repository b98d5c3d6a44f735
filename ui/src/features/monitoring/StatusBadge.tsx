import { CirclePause, Coffee, MonitorSmartphone, TimerOff } from "lucide-react";
import type { Invite, Monitored } from "@/api/types";
import { isInBreak } from "@/features/staff-shared/in-break";
import { Badge } from "@/ui/Badge";
import { t } from "./texts";
import { isReady } from "./useMonitorable";
import { VideoBadge } from "./VideoBadge";

interface Props {
  invite: Invite;
  row: Monitored | undefined;
  now: number;
}

/** The one status of a test that says most: never two that contradict each other. */
export function StatusBadge({ invite, row, now }: Props) {
  const icon = "size-3";
  if (!isReady(invite)) return <Badge tone="amber">{t("badgeWaiting")}</Badge>;
  if (invite.resume_requested_at)
    return (
      <Badge tone="violet" icon={<MonitorSmartphone aria-hidden="true" className={icon} />}>
        {t("asksToResume")}
      </Badge>
    );
  if (isInBreak(row, now))
    return (
      <Badge tone="blue" icon={<Coffee aria-hidden="true" className={icon} />}>
        {t("badgeBreak")}
      </Badge>
    );
  if (row?.paused_since && !row.break_until)
    return (
      <Badge tone="amber" icon={<CirclePause aria-hidden="true" className={icon} />}>
        {t("badgePaused")}
      </Badge>
    );
  if (invite.deadline && Date.parse(invite.deadline) <= now)
    return (
      <Badge tone="grey" icon={<TimerOff aria-hidden="true" className={icon} />}>
        {t("badgeTimeUp")}
      </Badge>
    );
  if (!row) return <Badge tone="green">{t("badgeReady")}</Badge>;
  return (
    <>
      <span className="sr-only">{`${t("badgeReady")}, `}</span>
      <VideoBadge state={row.video.state} row={row} />
    </>
  );
}
