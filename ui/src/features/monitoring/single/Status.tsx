import { CircleCheck, CircleDot, CircleOff, RefreshCw, TriangleAlert, Wifi } from "lucide-react";
import { Badge, type Tone } from "@/ui/Badge";
import { t } from "../texts";
import type { Phase } from "../video/link";

const LOOKS: Record<
  Phase,
  { label: "linkOff" | "linkConnecting" | "linkOn" | "linkFailed"; tone: Tone; Icon: typeof Wifi }
> = {
  disconnected: { label: "linkOff", tone: "grey", Icon: CircleOff },
  connecting: { label: "linkConnecting", tone: "amber", Icon: RefreshCw },
  connected: { label: "linkOn", tone: "green", Icon: Wifi },
  failed: { label: "linkFailed", tone: "red", Icon: TriangleAlert },
};

/** The admin's own connection (docs/behaviour/monitoring.md#live-monitoring). */
export function ConnectionStatus({ phase, off = false }: { phase: Phase; off?: boolean | undefined }) {
  const { label, tone, Icon } = LOOKS[phase];
  // Nothing is broken: the server offers no video to connect to.
  if (off && phase === "disconnected")
    return (
      <Badge tone="grey" icon={<CircleOff aria-hidden="true" className="size-3" />}>
        {t("stillsOnly")}
      </Badge>
    );
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {t(label)}
    </Badge>
  );
}

export function TestStatus({ running }: { running: boolean }) {
  return running ? (
    <Badge tone="amber" icon={<CircleDot aria-hidden="true" className="size-3" />}>
      {t("inProgress")}
    </Badge>
  ) : (
    <Badge tone="green" icon={<CircleCheck aria-hidden="true" className="size-3" />}>
      {t("completed")}
    </Badge>
  );
}
