import { Radio, RefreshCw, VideoOff } from "lucide-react";
import type { VideoState } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { VIDEO_TONES, VIDEO_WORDS } from "./labels";

const ICONS = { live: Radio, connecting: RefreshCw, offline: VideoOff };

/** LIVE, CONNECTING or OFFLINE (docs/behaviour.md#live-monitoring). */
export function VideoBadge({ state, className }: { state: VideoState["state"]; className?: string }) {
  const Icon = ICONS[state];
  return (
    <Badge
      tone={VIDEO_TONES[state]}
      icon={<Icon aria-hidden="true" className="size-3" />}
      {...(className ? { className } : {})}
    >
      {VIDEO_WORDS[state]}
    </Badge>
  );
}
