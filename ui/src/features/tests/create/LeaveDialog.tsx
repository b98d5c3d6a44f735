import type { Blocker } from "react-router-dom";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { t } from "./texts";

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
      title={t("keepQuestion")}
      description={t("keepText")}
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard();
              blocker.proceed();
            }}
          >
            {t("discard")}
          </Button>
          <Button variant="secondary" onClick={() => blocker.reset()}>
            {t("stay")}
          </Button>
          <Button
            onClick={() => {
              if (onSave()) blocker.proceed();
              else blocker.reset();
            }}
          >
            {t("keepDraft")}
          </Button>
        </>
      }
    />
  );
}
