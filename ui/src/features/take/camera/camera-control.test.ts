import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore, type StoreApi } from "zustand/vanilla";
import { CameraControl, MUTED_AFTER_MS } from "./camera-control";
import { remembered } from "./devices";
import { type CameraFacts, OFF, streamOf } from "./facts";

/** A track of a fake device. */
class Track extends EventTarget {
  readyState = "live";
  muted = false;
  constructor(
    readonly kind: "video" | "audio",
    readonly deviceId: string,
    readonly label: string,
  ) {
    super();
  }
  getSettings = () => ({ deviceId: this.deviceId });
  stop = () => {
    this.readyState = "ended";
  };
  /** What the browser does when the device stops. */
  end() {
    this.readyState = "ended";
    this.dispatchEvent(new Event("ended"));
  }
  mute(muted: boolean) {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? "mute" : "unmute"));
  }
}

class Stream {
  constructor(readonly tracks: Track[]) {}
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === "video");
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === "audio");
}

type Constraint = { deviceId?: { exact?: string; ideal?: string } } | boolean | undefined;

/** The computer: its devices, in the browser's order, and who may use them. */
class Computer extends EventTarget {
  devices = [
    { kind: "videoinput", deviceId: "ir", label: "Integrated IR Camera" },
    { kind: "videoinput", deviceId: "face", label: "Integrated Camera" },
    { kind: "videoinput", deviceId: "desk", label: "Desk Camera" },
    { kind: "audioinput", deviceId: "mic", label: "Built-in Microphone" },
  ];
  permission = "granted";
  busy = new Set<string>();
  opened: Track[] = [];

  enumerateDevices = async () => this.devices;

  getUserMedia = async ({ video, audio }: { video?: Constraint; audio?: Constraint }) => {
    if (this.permission === "denied") throw new DOMException("no", "NotAllowedError");
    const tracks = [
      ...(video ? [this.#open("video", video)] : []),
      ...(audio ? [this.#open("audio", audio)] : []),
    ];
    this.opened.push(...tracks);
    return new Stream(tracks);
  };

  #open(kind: "video" | "audio", wish: Constraint): Track {
    const there = this.devices.filter((device) => device.kind === `${kind}input`);
    const { exact, ideal } = (typeof wish === "object" && wish.deviceId) || {};
    const found =
      there.find(({ deviceId }) => deviceId === (exact ?? ideal)) ?? (exact ? undefined : there[0]);
    if (!found) throw new DOMException("none", exact ? "OverconstrainedError" : "NotFoundError");
    if (this.busy.has(found.deviceId)) throw new DOMException("in use", "NotReadableError");
    return new Track(kind, found.deviceId, found.label);
  }

  unplug(id: string) {
    this.devices = this.devices.filter(({ deviceId }) => deviceId !== id);
    for (const track of this.opened) if (track.deviceId === id && track.readyState === "live") track.end();
  }
}

describe("camera and microphone", () => {
  let computer: Computer;
  let control: CameraControl;
  let store: StoreApi<CameraFacts>;
  let kept: Map<string, string>;
  beforeEach(() => {
    computer = new Computer();
    kept = new Map();
    vi.stubGlobal("MediaStream", Stream);
    const permissions = { query: async () => ({ state: computer.permission }) };
    vi.stubGlobal("navigator", { mediaDevices: computer, permissions });
    const getItem = (key: string) => kept.get(key) ?? null;
    const setItem = (key: string, value: string) => kept.set(key, value);
    vi.stubGlobal("window", { localStorage: { getItem, setItem } });
    store = createStore<CameraFacts>(() => OFF);
    control = new CameraControl(store);
  });
  afterEach(() => {
    control.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const facts = () => store.getState();
  const state = () => facts().state;
  const video = () => streamOf(state())?.getVideoTracks()[0] as unknown as Track;
  const audio = () => streamOf(state())?.getAudioTracks()[0] as unknown as Track;
  const live = () =>
    computer.opened.filter(({ readyState }) => readyState === "live").map(({ deviceId }) => deviceId);

  it("passes over an infrared camera that comes first", async () => {
    expect(await control.start()).toBe(true);
    expect(facts().names).toEqual({ camera: "Integrated Camera", microphone: "Built-in Microphone" });
    expect(live()).toEqual(["mic", "face"]);
  });

  it("remembers the chosen one, by name where ids have changed", async () => {
    await control.start();
    expect(await control.choose("camera", { id: "desk", name: "Desk Camera" })).toBe(true);
    expect(facts().names.camera).toBe("Desk Camera");
    expect(live()).toEqual(["mic", "desk"]);
    control.stop();
    expect(live()).toEqual([]);
    computer.devices = computer.devices.map((device) => ({ ...device, deviceId: `new ${device.deviceId}` }));
    await control.start();
    expect(facts().names.camera).toBe("Desk Camera");
    expect(remembered().camera).toEqual({ id: "desk", name: "Desk Camera" });
  });

  it("uses another one while the remembered one is away", async () => {
    kept.set("invigil_devices", JSON.stringify({ camera: { id: "desk", name: "Desk Camera" } }));
    computer.devices = computer.devices.filter(({ deviceId }) => deviceId !== "desk");
    await control.start();
    expect(facts().names.camera).toBe("Integrated Camera");
    kept.set("invigil_devices", "{broken");
    control.stop();
    expect(await control.start()).toBe(true);
  });

  it("keeps the camera in use when the chosen one is busy", async () => {
    await control.start();
    computer.busy.add("desk");
    expect(await control.choose("camera", { id: "desk", name: "Desk Camera" })).toBe(false);
    expect(facts().names.camera).toBe("Integrated Camera");
    expect(live()).toEqual(["mic", "face"]);
  });

  it("distinguishes muted from a short interruption", async () => {
    vi.useFakeTimers();
    await control.start();
    video().mute(true);
    await vi.advanceTimersByTimeAsync(MUTED_AFTER_MS - 1);
    video().mute(false);
    await vi.advanceTimersByTimeAsync(MUTED_AFTER_MS);
    expect(state()).toMatchObject({ name: "on", picture: "good" });
    video().mute(true);
    await vi.advanceTimersByTimeAsync(MUTED_AFTER_MS);
    expect(state()).toMatchObject({ name: "on", picture: "muted" });
    control.judge("black");
    expect(state()).toMatchObject({ picture: "muted" });
    video().mute(false);
    expect(state()).toMatchObject({ picture: "good" });
    audio().mute(true);
    expect(facts().microphone).toBe("muted");
    audio().mute(false);
    expect(facts().microphone).toBe("on");
  });

  it("distinguishes unplugged from blocked and from stopped, and keeps the sound", async () => {
    await control.start();
    computer.unplug("face");
    await vi.waitFor(() => expect(state()).toMatchObject({ name: "lost", why: "unplugged" }));
    expect(live()).toEqual(["mic"]);
    expect(streamOf(state())?.getAudioTracks()).toHaveLength(1);
    await control.start();
    video().end();
    await vi.waitFor(() => expect(state()).toMatchObject({ name: "lost", why: "stopped" }));
    await control.start();
    computer.permission = "denied";
    video().end();
    await vi.waitFor(() => expect(state()).toEqual({ name: "problem", problem: "denied" }));
    expect(live()).toEqual([]);
  });

  it("names what another program has, and tries again without a flicker", async () => {
    await control.start();
    const seen: string[] = [];
    computer.busy = new Set(["ir", "face", "desk"]);
    video().end();
    await vi.waitFor(() => expect(state().name).toBe("lost"));
    store.subscribe((now) => seen.push(now.state.name));
    await control.start(true);
    await control.start(true);
    expect(seen).toEqual(["problem"]);
    expect(state()).toMatchObject({ problem: "busy" });
    expect(audio().readyState).toBe("live");
    computer.busy.clear();
    expect(await control.start(true)).toBe(true);
    expect(live()).toHaveLength(2);
  });

  it("goes on without a microphone, says why, and takes one that comes", async () => {
    const mic = computer.devices.filter(({ kind }) => kind === "audioinput");
    computer.devices = computer.devices.filter(({ kind }) => kind !== "audioinput");
    await control.start();
    expect(facts().microphone).toBe("missing");
    await control.startSound();
    expect(facts().microphone).toBe("missing");
    computer.devices.push(...mic);
    await control.startSound();
    expect(facts()).toMatchObject({ microphone: "on", state: { name: "on", picture: "good" } });
    computer.unplug("mic");
    await vi.waitFor(() => expect(facts().microphone).toBe("unplugged"));
    expect(state()).toMatchObject({ name: "on", picture: "good" });
  });

  it("closes what opens after it was turned off", async () => {
    const started = control.start();
    control.stop();
    expect(await started).toBe(false);
    await vi.waitFor(() => expect(live()).toEqual([]));
    expect(state()).toEqual({ name: "off" });
  });
});
