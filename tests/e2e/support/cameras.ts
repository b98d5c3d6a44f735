// A computer with several cameras, whose fates the test decides: pictures from a canvas instead of a device.

import type { Page } from "@playwright/test";

export interface FakeCameras {
  /** What the cameras show from now on. */
  show(picture: "moving" | "black" | "frozen"): void;
  /** A lid or a privacy key. */
  mute(muted: boolean): void;
  unplug(name: string): void;
  plug(name: string): void;
  /** The browser's switch beside the address. */
  permit(state: "granted" | "denied"): void;
  /** Another program takes a camera, and gives it back. */
  take(name: string, taken: boolean): void;
}

declare global {
  interface Window {
    cameras: FakeCameras;
  }
}

/** Replaces the page's cameras, before it loads; the microphone stays the browser's own. */
export async function fakeCameras(page: Page, names: string[]): Promise<void> {
  await page.addInitScript((given: string[]) => {
    const media = navigator.mediaDevices;
    const ask = media.getUserMedia.bind(media);
    // What is unplugged stays so over a reload.
    const kept = sessionStorage.getItem("cameras");
    let there: string[] = kept ? (JSON.parse(kept) as string[]) : given;
    const taken = new Set<string>();
    const open: { name: string; track: MediaStreamTrack }[] = [];
    const id = (name: string) => `id of ${name}`;
    let [picture, permission, isMuted, frame] = ["moving", "granted", false, 0];
    const status = Object.assign(new EventTarget(), { name: "camera" });
    Object.defineProperty(status, "state", { get: () => permission });
    const query = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = (wanted) =>
      (wanted.name as string) === "camera" ? Promise.resolve(status as PermissionStatus) : query(wanted);

    const camera = (name: string): MediaStreamTrack => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
      const paint = canvas.getContext("2d");
      const draw = () => {
        if (!paint || isMuted || picture === "frozen") return;
        paint.fillStyle = picture === "black" ? "#030303" : "#8a6d5a";
        paint.fillRect(0, 0, 160, 120);
        frame++;
        paint.fillStyle = picture === "black" ? "#040404" : "#fff";
        paint.fillRect(frame % 140, 40, 20, 20);
      };
      draw();
      const track = canvas.captureStream(5).getVideoTracks()[0] as MediaStreamTrack;
      const timer = setInterval(() => (track.readyState === "live" ? draw() : clearInterval(timer)), 200);
      Object.defineProperty(track, "label", { value: name });
      Object.defineProperty(track, "muted", { get: () => isMuted });
      track.getSettings = () => ({ deviceId: id(name), width: 160, height: 120 });
      open.push({ name, track });
      return track;
    };
    const end = (track: MediaStreamTrack) => {
      if (track.readyState !== "live") return;
      track.stop();
      track.dispatchEvent(new Event("ended"));
    };
    const changed = () => {
      sessionStorage.setItem("cameras", JSON.stringify(there));
      media.dispatchEvent(new Event("devicechange"));
    };

    media.enumerateDevices = async () =>
      there.map((name) => ({ kind: "videoinput", deviceId: id(name), label: name, groupId: "", toJSON: () => ({}) }) as MediaDeviceInfo);
    media.getUserMedia = async (wanted) => {
      const { video, audio } = wanted ?? {};
      if (!video) return ask(wanted);
      if (permission === "denied") throw new DOMException("no", "NotAllowedError");
      const { deviceId } = video === true ? {} : video;
      const wish = (deviceId ?? {}) as { exact?: string; ideal?: string };
      const exact = there.find((name) => id(name) === wish.exact);
      const name = wish.exact ? exact : (there.find((one) => id(one) === wish.ideal) ?? there[0]);
      if (!name) throw new DOMException("none", "NotFoundError");
      if (taken.has(name)) throw new DOMException("in use", "NotReadableError");
      const sound = audio ? (await ask({ audio: true })).getAudioTracks() : [];
      return new MediaStream([camera(name), ...sound]);
    };

    const live = () => open.filter(({ track }) => track.readyState === "live");
    window.cameras = {
      show(now) {
        picture = now;
      },
      mute(muted) {
        isMuted = muted;
        for (const { track } of live()) track.dispatchEvent(new Event(muted ? "mute" : "unmute"));
      },
      unplug(name) {
        there = there.filter((one) => one !== name);
        for (const one of live()) if (one.name === name) end(one.track);
        changed();
      },
      plug(name) {
        there = [...there, name];
        changed();
      },
      permit(state) {
        permission = state;
        if (state === "denied") for (const { track } of live()) end(track);
        status.dispatchEvent(new Event("change"));
      },
      take(name, isTaken) {
        if (!isTaken) return void taken.delete(name);
        taken.add(name);
        for (const one of live()) if (one.name === name) end(one.track);
      },
    };
  }, names);
}
