import type { DeviceKind } from "./devices";

export type CameraProblem = "denied" | "missing" | "busy" | "insecure" | "failed";
/** Names of the API. */
export type MicrophoneState = "on" | "muted" | "off" | "denied" | "missing" | "busy" | "unplugged" | "lost";

/** What the frames of a camera that is on show. `muted`: the device or the system withholds them. */
export type Picture = "good" | "muted" | "black" | "frozen";

export type CameraState =
  | { name: "off" }
  | { name: "asking" }
  | { name: "on"; stream: MediaStream; picture: Picture }
  | { name: "problem"; problem: CameraProblem; sound?: MediaStream | undefined }
  /** It worked and stopped. */
  | { name: "lost"; why: "unplugged" | "stopped"; sound?: MediaStream | undefined };

export interface CameraFacts {
  state: CameraState;
  microphone: MicrophoneState;
  /** Names that the browser gives; blank without one. */
  names: Record<DeviceKind, string>;
}

export const OFF: CameraFacts = {
  state: { name: "off" },
  microphone: "off",
  names: { camera: "", microphone: "" },
};

/** What is to be sent: without the camera the microphone alone. */
export function streamOf(state: CameraState): MediaStream | undefined {
  if (state.name === "on") return state.stream;
  return state.name === "lost" || state.name === "problem" ? state.sound : undefined;
}
