import type { Camera } from "../camera/useCamera";
import type { TakeSession } from "../session/take-session";

/** Shows the questions of a test that runs. Without a camera the candidate decides: the page shows the button to go on. */
export async function goOn(take: TakeSession, camera: Pick<Camera, "start">): Promise<void> {
  if (take.store.getState().intro?.invite.no_camera) return take.begin("without");
  if (await camera.start()) take.begin("camera");
}
