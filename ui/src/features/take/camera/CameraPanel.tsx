import { Eye, VideoOff } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { lazyModule } from "@/lib/lazy-module";
import { Button } from "@/ui/Button";
import { useTakeSession } from "../useTake";
import { CAMERA_HELP, cameraFix } from "./help";
import type { Camera, CameraState } from "./useCamera";

/** Loaded only once there is a camera stream to send. */
const liveVideo = lazyModule(() => import("../video"));

function Preview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      // A picture-in-picture window takes the focus, which would be recorded as leaving the page.
      disablePictureInPicture
      aria-label="Your camera"
      className="-scale-x-100 size-full object-cover"
    />
  );
}

function problemWords(state: CameraState): string {
  if (state.name === "problem") return `${CAMERA_HELP[state.problem]} ${cameraFix(state.problem)}`;
  if (state.name === "lost") return "The camera stopped. The test continues.";
  if (state.name === "asking") return "Waiting for the camera.";
  return "The camera is off. You chose to continue without monitoring.";
}

function Live({ stream }: { stream: MediaStream | undefined }) {
  const video = liveVideo.use();
  return video && <video.LiveVideo stream={stream} />;
}

/** The candidate's self-view and a notice of how it is used. */
export function CameraPanel({ camera, menu }: { camera: Camera; menu?: ReactNode }) {
  const session = useTakeSession();
  const { state, start } = camera;
  const stream = state.name === "on" ? state.stream : undefined;
  const everOn = useRef(false);
  if (stream) everOn.current = true;
  const turnOn = async () => {
    if (await start()) session.begin("camera");
  };
  return (
    <section aria-label="Camera">
      <div className="grid aspect-[4/3] place-items-center overflow-hidden rounded-control border border-line bg-subtle">
        {state.name === "on" ? (
          <Preview stream={state.stream} />
        ) : (
          <div className="flex flex-col items-center gap-3 p-4 text-center text-ink-2 text-xs">
            <VideoOff aria-hidden="true" className="size-6" />
            <p role="status">{problemWords(state)}</p>
            {state.name !== "asking" && (
              <Button variant="secondary" size="sm" onClick={() => void turnOn()}>
                Turn on camera
              </Button>
            )}
          </div>
        )}
      </div>
      {everOn.current && <Live stream={stream} />}
      <div className="mt-2 flex items-start gap-2">
        <details className="min-w-0 flex-1 text-muted text-xs">
          <summary className="py-2 font-medium text-ink-2">
            <Eye aria-hidden="true" className="mr-1.5 inline size-3.5 align-text-bottom" />
            Watched live, not recorded
          </summary>
          <p className="pb-1">
            While the test runs, administrators can watch your picture and hear your sound live, and can store
            single screenshots with your attempt. Video and sound are not recorded. Kept with your result, for
            as long as it is: your answers, when they were saved, how long each question was in view, and when
            you leave this page, paste or lose the camera.
          </p>
        </details>
        {menu}
      </div>
    </section>
  );
}
