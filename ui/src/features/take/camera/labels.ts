import { CAMERA_HELP, cameraFix } from "./help";
import type { CameraState, Picture } from "./useCamera";

const PICTURES: Record<Exclude<Picture, "good">, string> = {
  muted:
    "Your camera is switched off: by its lid, a camera key or the system. Open the lid or press the key.",
  black: "Your camera sends a black picture. Open its lid, and see that there is light.",
  frozen: "Your camera's picture is frozen. Disconnect and reconnect the camera.",
};

/** What is wrong with the camera, and what helps; undefined while it shows the candidate. `others`: there are some. */
export function cameraFault(state: CameraState, others = false): string | undefined {
  const fault = faultOf(state);
  return fault && others ? `${fault} You can also choose another one.` : fault;
}

function faultOf(state: CameraState): string | undefined {
  if (state.name === "on") return state.picture === "good" ? undefined : PICTURES[state.picture];
  if (state.name === "problem") return `${CAMERA_HELP[state.problem]} ${cameraFix(state.problem)}`;
  if (state.name === "lost")
    return state.why === "unplugged"
      ? "Your camera was unplugged. Connect it again."
      : "Your camera stopped.";
  return undefined;
}
