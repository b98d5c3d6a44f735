import { Radio, RefreshCw, VideoOff } from "lucide-react";
import type { Monitored, VideoState } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { badgeLabel } from "./labels";

const ICONS = { green: Radio, amber: VideoOff, red: VideoOff };

interface Props {
  state: VideoState["state"];
  /** What the server knows of the candidate; without it only the video has a word. */
  row: Monitored | undefined;
  className?: string;
}

/** LIVE, CONNECTING, OFFLINE, or what the camera does (docs/behaviour/monitoring.md#live-monitoring). */
export function VideoBadge({ state, row, className }: Props) {
  const { words, tone } = badgeLabel(state, row);
  const Icon = state === "connecting" ? RefreshCw : ICONS[tone];
  return (
    <Badge
      tone={tone}
      icon={<Icon aria-hidden="true" className="size-3" />}
      {...(className ? { className } : {})}
    >
      {words}
    </Badge>
  );
}
