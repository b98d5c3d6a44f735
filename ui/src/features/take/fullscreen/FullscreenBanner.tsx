import { Maximize } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { t } from "../panel-texts";
import { enterFullscreen, hasFullscreen } from "./enter";

/**
 * Shown while a full-screen test is not in full screen. This ends nothing, and the candidate need not have left it:
 * Firefox leaves full screen for the camera prompt, and so does every reload. Only a click restores it.
 */
export function FullscreenBanner() {
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  if (full || !hasFullscreen()) return null;
  return (
    <div
      role="status"
      className="toned tone-amber flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3"
    >
      <p className="min-w-0 flex-1">{t("fullscreenMeans")}</p>
      <Button variant="secondary" size="sm" icon={Maximize} onClick={enterFullscreen}>
        {t("returnToFullscreen")}
      </Button>
    </div>
  );
}
