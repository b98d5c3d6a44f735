import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { CAMERA_HELP, type Camera } from "./use-camera";

interface TwoChoices {
  onCancel(): void;
  onProceed(): void;
}

const Footer = ({ onCancel, onProceed }: TwoChoices) => (
  <>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
    <Button onClick={onProceed}>Proceed</Button>
  </>
);

interface CameraDeniedProps extends TwoChoices {
  open: boolean;
  camera: Camera;
}

/** Spec §8: the candidate decides whether to go on without monitoring. */
export function CameraDeniedDialog({ open, camera, onCancel, onProceed }: CameraDeniedProps) {
  const { state } = camera;
  return (
    <Dialog
      open={open}
      locked
      onOpenChange={(next) => !next && onCancel()}
      title="Camera Access Denied"
      description="Camera access was denied. The test requires video monitoring for verification. Do you want to proceed anyway for testing purposes?"
      footer={<Footer onCancel={onCancel} onProceed={onProceed} />}
    >
      {state.name === "problem" && <p className="text-muted">{CAMERA_HELP[state.problem]}</p>}
    </Dialog>
  );
}

interface InProgressProps {
  open: boolean;
  onClose(): void;
}

/** Spec §8: the attempt is held by another device, and only an administrator can let it go. */
export function InProgressDialog({ open, onClose }: InProgressProps) {
  const proceed = () => {
    toast.info("Please contact your administrator to reset your previous test.", { duration: 8_000 });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Test Already In Progress"
      description="You already have a test in progress. Please contact the administrator, who can allow you to go on in this browser."
      footer={<Footer onCancel={onClose} onProceed={proceed} />}
    />
  );
}
