import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { DevicePicker } from "./DevicePicker";
import { cameraFault } from "./labels";
import { Preview } from "./Preview";
import { t } from "./texts";
import type { Camera } from "./useCamera";

interface DevicesDialogProps {
  open: boolean;
  camera: Camera;
  onOpenChange(open: boolean): void;
}

/** Another camera or microphone while the test runs. */
export function DevicesDialog({ open, camera, onOpenChange }: DevicesDialogProps) {
  const { state, names } = camera;
  const fault = cameraFault(state);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={t("cameraAndMicrophone")}
      description={t("choiceRemembered")}
      footer={<Button onClick={() => onOpenChange(false)}>{t("done")}</Button>}
    >
      <div className="space-y-4">
        {state.name === "on" && (
          <Preview
            stream={state.stream}
            className="aspect-[4/3] w-full rounded-control border border-line bg-subtle"
          />
        )}
        <p role="status" className="text-ink-2 text-sm">
          {fault ?? (names.camera ? t("inUse", { name: names.camera }) : "")}
        </p>
        <DevicePicker kind="camera" camera={camera} />
        <DevicePicker kind="microphone" camera={camera} />
      </div>
    </Dialog>
  );
}
