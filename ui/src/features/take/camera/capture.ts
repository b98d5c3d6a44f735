import { better, type Device, type DeviceKind, listDevices, remembered } from "./devices";
import type { CameraProblem, MicrophoneState } from "./facts";

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** What a failed request for a device says about it. */
export const problemOf = (error: unknown): CameraProblem =>
  PROBLEMS[error instanceof DOMException ? error.name : ""] ?? "failed";

const soundProblemOf = (error: unknown): MicrophoneState => {
  const problem = problemOf(error);
  return problem === "insecure" || problem === "failed" ? "lost" : problem;
};

export const PICTURE: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 15, max: 30 },
};

/** A wish, not a condition: a device that is gone is replaced by another one. */
const wished = (chosen: Device | undefined): MediaTrackConstraints =>
  chosen?.id ? { deviceId: { ideal: chosen.id } } : {};

const exactly = (kind: DeviceKind, id: string): MediaStreamConstraints => {
  const device = { deviceId: { exact: id } };
  return kind === "camera" ? { video: { ...PICTURE, ...device } } : { audio: device };
};

export const deviceOf = (track: MediaStreamTrack | undefined): Device => ({
  id: track?.getSettings?.().deviceId ?? "",
  name: track?.label ?? "",
});

export interface Capture {
  video: MediaStreamTrack | undefined;
  audio: MediaStreamTrack | undefined;
  microphone: MicrophoneState;
}

async function request(devices: MediaDevices): Promise<Capture> {
  const chosen = remembered();
  // Of a phone's cameras the one that sees the candidate, unless another one was chosen.
  const facing = chosen.camera?.id ? {} : { facingMode: "user" };
  const video = { ...PICTURE, ...facing, ...wished(chosen.camera) };
  const sound = wished(chosen.microphone);
  const parts = (stream: MediaStream, microphone: MicrophoneState): Capture => ({
    video: stream.getVideoTracks()[0],
    audio: stream.getAudioTracks()[0],
    microphone,
  });
  // One prompt for both; a refused or missing microphone does not affect the video.
  try {
    const audio = Object.keys(sound).length > 0 ? sound : true;
    const stream = await devices.getUserMedia({ video, audio });
    return parts(stream, stream.getAudioTracks().length > 0 ? "on" : "missing");
  } catch (error) {
    return parts(await devices.getUserMedia({ video }), soundProblemOf(error));
  }
}

/** The track of one device; the one in use stays open if it fails. */
export async function openExactly(kind: DeviceKind, id: string): Promise<MediaStreamTrack | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia(exactly(kind, id)).catch(() => undefined);
  return (kind === "camera" ? stream?.getVideoTracks() : stream?.getAudioTracks())?.[0];
}

/** Names of devices are known only now: takes the chosen one where the browser opened another. */
async function corrected(kind: DeviceKind, opened: MediaStreamTrack | undefined) {
  if (!opened) return undefined;
  const wanted = better(kind, deviceOf(opened), await listDevices(kind), remembered()[kind]);
  const track = wanted && (await openExactly(kind, wanted.id));
  if (!track) return opened;
  opened.stop();
  return track;
}

/** Opens camera and microphone. Rejects if there is no camera; an open prompt may never be answered. */
export async function capture(devices: MediaDevices): Promise<Capture> {
  const opened = await request(devices);
  const [video, audio] = [
    await corrected("camera", opened.video),
    await corrected("microphone", opened.audio),
  ];
  return { video, audio, microphone: opened.microphone };
}

/** Opens the microphone alone. */
export async function captureSound(): Promise<Pick<Capture, "audio" | "microphone">> {
  const wish = wished(remembered().microphone);
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: Object.keys(wish).length > 0 ? wish : true,
    });
    return { audio: await corrected("microphone", stream.getAudioTracks()[0]), microphone: "on" };
  } catch (error) {
    return { audio: undefined, microphone: soundProblemOf(error) };
  }
}

const PERMISSIONS = { camera: "camera", microphone: "microphone" } as const;

/** Not every browser says so. */
export async function permissionFor(kind: DeviceKind): Promise<PermissionStatus | undefined> {
  const name = PERMISSIONS[kind] as PermissionName;
  return navigator.permissions?.query?.({ name }).catch(() => undefined);
}

/** Why a track ended that this page did not stop. */
export async function whyEnded(kind: DeviceKind, { id }: Device): Promise<"denied" | "unplugged" | "lost"> {
  // Some browsers say "prompt" also of a device that was allowed once: that proves nothing.
  if ((await permissionFor(kind))?.state === "denied") return "denied";
  const devices = await listDevices(kind);
  const isNamed = devices.some((device) => device.id !== "");
  if (devices.length === 0 || (isNamed && id !== "" && !devices.some((device) => device.id === id)))
    return "unplugged";
  return "lost";
}
