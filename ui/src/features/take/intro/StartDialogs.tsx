import { Dialog } from "@/ui/Dialog";
import { CAMERA_HELP, type Camera } from "../camera/useCamera";
import { TwoChoices, type TwoChoicesProps } from "./TwoChoices";

export { BlockedNotice } from "./BlockedNotice";
export { InProgressDialog } from "./InProgressDialog";

interface CameraDeniedProps extends TwoChoicesProps {
  open: boolean;
  camera: Camera;
}

/** Camera denied: the candidate decides whether to continue without monitoring (docs/behaviour.md#taking-a-test). */
export function CameraDeniedDialog({ open, camera, onCancel, onProceed }: CameraDeniedProps) {
  const { state } = camera;
  return (
    <Dialog
      open={open}
      locked
      onOpenChange={(next) => !next && onCancel()}
      title="Camera Access Denied"
      description="Camera access was denied. The test requires video monitoring for verification. Do you want to proceed anyway for testing purposes?"
      footer={<TwoChoices onCancel={onCancel} onProceed={onProceed} />}
    >
      {state.name === "asking" && (
        <p className="text-muted">
          The browser still asks for the camera. Allow it there, and the test starts immediately.
        </p>
      )}
      {state.name === "problem" && <p className="text-muted">{CAMERA_HELP[state.problem]}</p>}
    </Dialog>
  );
}
