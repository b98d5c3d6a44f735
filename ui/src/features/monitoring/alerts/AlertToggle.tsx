import { Bell, BellOff } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { t } from "../texts";
import type { Alerts } from "./useAlerts";

/** Switches the sound and the number in the title on or off, in this browser. */
export function AlertToggle({ alerts: { on, toggle } }: { alerts: Alerts }) {
  const Icon = on ? Bell : BellOff;
  return (
    <IconButton label={on ? t("soundOn") : t("soundOff")} aria-pressed={on} onClick={toggle}>
      <Icon aria-hidden="true" className="size-4" />
    </IconButton>
  );
}
