import { useState } from "react";
import { sentenceGap } from "@/i18n";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { cameraFix, cameraHelp } from "../camera/help";
import type { Camera } from "../camera/useCamera";
import { t } from "../start-texts";
import { useTake } from "../useTake";
import { Running } from "./StartNotices";

export { lacksConsent } from "./ConsentBox";
export { InProgressDialog } from "./InProgressDialog";
export { hasDialog, RefusedDialog } from "./RefusedDialog";
export { StartNotices } from "./StartNotices";

interface CameraDeniedProps {
  open: boolean;
  camera: Camera;
  onCancel(): void;
  onProceed(): void;
  onGranted(): void;
}

/** Camera denied: the candidate decides whether to continue without monitoring (docs/behaviour/taking.md#taking-a-test). */
export function CameraDeniedDialog({ open, camera, onCancel, onProceed, onGranted }: CameraDeniedProps) {
  const { state } = camera;
  const started = useTake((take) => take.questions.length > 0);
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    const granted = await camera.start();
    setRetrying(false);
    if (granted) onGranted();
  };
  return (
    <Dialog
      open={open}
      locked
      onOpenChange={(next) => !next && onCancel()}
      title={t("cameraAccessDenied")}
      description={t("cameraDeniedMeans")}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button variant="secondary" onClick={onProceed}>
            {t("proceed")}
          </Button>
          <Button busy={retrying} onClick={() => void retry()}>
            {t("tryAgain")}
          </Button>
        </>
      }
    >
      {started && (
        <div className="mb-4">
          <Running />
        </div>
      )}
      {state.name === "asking" && <p className="text-muted">{t("cameraStillAsked")}</p>}
      {state.name === "problem" && (
        <p className="text-ink-2">
          <strong className="font-semibold text-ink">{cameraHelp(state.problem)}</strong>
          {sentenceGap()}
          {cameraFix(state.problem)}
        </p>
      )}
    </Dialog>
  );
}
