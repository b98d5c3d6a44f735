import { Eye, VideoOff } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { lazyModule } from "@/lib/lazy-module";
import { Button } from "@/ui/Button";
import { KeptMoments } from "../KeptMoments";
import { isTrial } from "../trial/trial";
import { useTake, useTakeSession } from "../useTake";
import { useOtherCameras } from "./DevicePicker";
import { streamOf } from "./facts";
import { cameraFault } from "./labels";
import { Preview } from "./Preview";
import { t } from "./texts";
import type { Camera, CameraState } from "./useCamera";

/** Loaded only once there is a camera stream to send. */
const liveVideo = lazyModule(() => import("../video"));

function problemWords(state: CameraState, others: boolean): string {
  const fault = cameraFault(state, others);
  if (fault) return t("faultContinues", { fault });
  if (state.name === "asking") return t("waitingForCamera");
  return t("cameraOff");
}

function Live(props: { stream: MediaStream | undefined; isSeen: boolean }) {
  const video = liveVideo.use();
  return video && <video.LiveVideo {...props} />;
}

/** How the picture is used. */
function Notice() {
  const clips = useTake((state) => state.intro?.clips);
  return (
    <details className="min-w-0 flex-1 text-muted text-xs">
      <summary className="py-2 font-medium text-ink-2">
        <Eye aria-hidden="true" className="me-1.5 inline size-3.5 align-text-bottom" />
        {t(clips ? "watchedWithClips" : "watchedLive")}
      </summary>
      <p className="pb-1">
        {t(clips ? "usedWithClips" : "howItIsUsed")}
        {clips && <KeptMoments />}
      </p>
    </details>
  );
}

interface CameraPanelProps {
  camera: Camera;
  menu?: ReactNode;
  /** Opens the choice of another camera. */
  onChoose(): void;
}

/** The candidate's self-view and a notice of how it is used. */
export function CameraPanel({ camera, menu, onChoose }: CameraPanelProps) {
  const session = useTakeSession();
  const { state, start } = camera;
  const stream = streamOf(state);
  const others = useOtherCameras(camera);
  const isFaulty = cameraFault(state) !== undefined;
  const trial = isTrial(session.token);
  const everOn = useRef(false);
  if (stream) everOn.current = true;
  const turnOn = async () => {
    if (await start()) session.begin("camera");
  };
  return (
    <section aria-label={t("camera")}>
      <div className="take-picture grid aspect-[4/3] place-items-center overflow-hidden rounded-control border border-line bg-subtle">
        {state.name === "on" ? (
          <Preview stream={state.stream} className="size-full" />
        ) : (
          <div className="flex flex-col items-center gap-3 p-4 text-center text-ink-2 text-xs">
            <VideoOff aria-hidden="true" className="size-6" />
            <p role="status">{problemWords(state, others)}</p>
            {state.name !== "asking" && (
              <Button variant="secondary" size="sm" onClick={() => void turnOn()}>
                {t("turnOnCamera")}
              </Button>
            )}
          </div>
        )}
      </div>
      {isFaulty && state.name === "on" && (
        <p role="status" className="toned tone-amber mt-2 flex gap-1.5 rounded-control px-3 py-2 text-xs">
          <VideoOff aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          <span>{problemWords(state, others)}</span>
        </p>
      )}
      {isFaulty && others && (
        <Button variant="secondary" size="sm" className="mt-2 w-full" onClick={onChoose}>
          {t("chooseAnother")}
        </Button>
      )}
      {everOn.current && !trial && (
        <Live stream={stream} isSeen={state.name === "on" && state.picture === "good"} />
      )}
      <div className="mt-2 flex items-start gap-2">
        {trial ? (
          <p className="min-w-0 flex-1 py-2 text-muted text-xs">{t("trialNotWatched")}</p>
        ) : (
          <Notice />
        )}
        {menu}
      </div>
    </section>
  );
}
