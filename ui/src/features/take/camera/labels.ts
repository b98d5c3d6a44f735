import { cameraFix, cameraHelp } from "./help";
import { t } from "./texts";
import type { CameraState } from "./useCamera";

/** What is wrong with the camera, and what helps; undefined while it shows the candidate. `others`: there are some. */
export function cameraFault(state: CameraState, others = false): string | undefined {
  const fault = faultOf(state);
  return fault && others ? t("orChooseAnother", { fault }) : fault;
}

function faultOf(state: CameraState): string | undefined {
  if (state.name === "on") return state.picture === "good" ? undefined : t(state.picture);
  if (state.name === "problem")
    return t("faultAndFix", { fault: cameraHelp(state.problem), fix: cameraFix(state.problem) });
  if (state.name === "lost") return state.why === "unplugged" ? t("unplugged") : t("stopped");
  return undefined;
}
