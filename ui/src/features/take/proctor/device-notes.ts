import type { SignalKind } from "@/api/types";
import { isProgram } from "../camera/devices";
import type { CameraFacts } from "../camera/useCamera";

/** What the timeline knows of camera and microphone. */
export interface Noted {
  camera: string;
  microphone: string;
  /** The camera's name. */
  name: string;
}

export interface DeviceNote {
  kind: SignalKind;
  detail?: string;
}

const LOST: Record<string, DeviceNote> = {
  muted: { kind: "camera_muted" },
  black: { kind: "camera_black" },
  frozen: { kind: "camera_frozen" },
  unplugged: { kind: "camera_lost", detail: "unplugged" },
  stopped: { kind: "camera_lost" },
};

/** The facts as words; undefined while the browser asks or the camera is off, which ends and begins nothing. */
export function factsOf({ state, microphone, names }: CameraFacts): Noted | undefined {
  const name = names.camera
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 120);
  if (state.name === "on") return { camera: state.picture, microphone, name };
  if (state.name === "lost") return { camera: state.why, microphone, name };
  if (state.name === "problem") return { camera: state.problem, microphone, name };
  return undefined;
}

const heard = (microphone: string) => microphone === "on" || microphone === "off";

/** What begins or ends between two moments, once each. */
export function notesBetween(before: Noted, now: Noted): DeviceNote[] {
  const notes: DeviceNote[] = [];
  if (now.camera !== before.camera)
    notes.push(
      now.camera === "good"
        ? { kind: "camera_back" }
        : (LOST[now.camera] ?? { kind: "camera_denied", detail: now.camera }),
    );
  if (now.camera === "good" && before.name !== "" && now.name !== "" && now.name !== before.name)
    // Not the name, which may be that of a person.
    notes.push({ kind: "camera_changed", ...(isProgram(now.name) && { detail: "virtual" }) });
  if (now.microphone !== before.microphone) {
    if (!heard(now.microphone)) notes.push({ kind: "microphone_lost", detail: now.microphone });
    else if (now.microphone === "on" && !heard(before.microphone)) notes.push({ kind: "microphone_back" });
  }
  return notes;
}
