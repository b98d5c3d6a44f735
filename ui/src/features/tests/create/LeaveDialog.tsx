import type { Blocker } from "react-router-dom";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

interface Props {
  blocker: Blocker;
  /** False when nothing could be saved: then the author stays. */
  onSave: () => boolean;
  onDiscard: () => void;
}

export function LeaveDialog({ blocker, onSave, onDiscard }: Props) {
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      open
      onOpenChange={() => blocker.reset()}
      size="sm"
      title="Keep your draft?"
      description="This test has not been created yet. A draft stays in this browser and is listed in the tests tab."
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard();
              blocker.proceed();
            }}
          >
            Discard changes
          </Button>
          <Button variant="secondary" onClick={() => blocker.reset()}>
            Stay
          </Button>
          <Button
            onClick={() => {
              if (onSave()) blocker.proceed();
              else blocker.reset();
            }}
          >
            Keep draft
          </Button>
        </>
      }
    />
  );
}
