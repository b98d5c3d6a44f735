import { VideoOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { useTake } from "../useTake";
import { useOtherCameras } from "./DevicePicker";
import { DevicesDialog } from "./DevicesDialog";
import { cameraFault } from "./labels";
import { t } from "./texts";
import type { Camera } from "./useCamera";

/**
 * Says above the question what is wrong with the camera, where the panel that does is collapsed. It covers nothing: the
 * question can be read and answered meanwhile.
 */
export function CameraNotice({ camera }: { camera: Camera }) {
  const wanted = useTake((state) => state.monitoring === "camera");
  const [hidden, setHidden] = useState<string>();
  const [choosing, setChoosing] = useState(false);
  const others = useOtherCameras(camera);
  const { state } = camera;
  const fault = cameraFault(state);
  const shown = wanted && fault !== undefined && hidden !== fault;
  // Put aside until it is over, not for good.
  if (hidden && !fault) setHidden(undefined);
  return (
    // Out of the flow while empty.
    <div role="alert" className={shown ? "lg:hidden" : "sr-only"}>
      {shown && (
        <section
          aria-label={state.name === "lost" ? t("cameraStopped") : t("cameraProblem")}
          className="toned tone-amber rounded-control px-4 py-3"
        >
          <p className="flex gap-2">
            <VideoOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{t("faultSaved", { fault: cameraFault(state, others) ?? "" })}</span>
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            {state.name !== "on" && (
              <Button variant="secondary" size="sm" onClick={() => void camera.start()}>
                {t("turnOnCamera")}
              </Button>
            )}
            {others && (
              <Button variant="secondary" size="sm" onClick={() => setChoosing(true)}>
                {t("chooseAnother")}
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={() => setHidden(fault)}>
              {t("notNow")}
            </Button>
          </div>
        </section>
      )}
      <DevicesDialog open={choosing} camera={camera} onOpenChange={setChoosing} />
    </div>
  );
}
