import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { CAMERA_HELP, cameraFix } from "../camera/help";
import type { Camera } from "../camera/useCamera";

export { BlockedNotice } from "./BlockedNotice";
export { InProgressDialog } from "./InProgressDialog";
export { hasDialog, RefusedDialog } from "./RefusedDialog";

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
      title="Camera Access Denied"
      description="Camera access was denied. The test requires video monitoring for verification. Do you want to proceed anyway for testing purposes?"
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={onProceed}>
            Proceed
          </Button>
          <Button busy={retrying} onClick={() => void retry()}>
            Try again
          </Button>
        </>
      }
    >
      {state.name === "asking" && (
        <p className="text-muted">
          The browser still asks for the camera. Allow it there, and the test starts immediately.
        </p>
      )}
      {state.name === "problem" && (
        <p className="text-ink-2">
          <strong className="font-semibold text-ink">{CAMERA_HELP[state.problem]}</strong>{" "}
          {cameraFix(state.problem)}
        </p>
      )}
    </Dialog>
  );
}
