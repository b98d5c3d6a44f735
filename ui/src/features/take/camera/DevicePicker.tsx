import { useEffect, useRef, useState } from "react";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { deviceOf } from "./capture";
import { type Device, type DeviceKind, listDevices } from "./devices";
import { t } from "./texts";
import type { Camera } from "./useCamera";

/** The devices there are, followed while they come and go. */
function useDevices(kind: DeviceKind, camera: Camera): Device[] {
  const [devices, setDevices] = useState<Device[]>([]);
  const { name } = camera.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are given once a device is on
  useEffect(() => {
    let current = true;
    const look = () => void listDevices(kind).then((found) => current && setDevices(found));
    look();
    navigator.mediaDevices?.addEventListener?.("devicechange", look);
    return () => {
      current = false;
      navigator.mediaDevices?.removeEventListener?.("devicechange", look);
    };
  }, [kind, name]);
  return devices;
}

/** Whether there is a camera to choose beside the one that is, or was last, in use. */
export function useOtherCameras(camera: Camera): boolean {
  const { state } = camera;
  const known = useDevices("camera", camera).filter(({ id }) => id !== "");
  const last = useRef("");
  if (state.name === "on") last.current = deviceOf(state.stream.getVideoTracks()[0]).id;
  // What the browser blocks, it blocks for all cameras.
  if (state.name === "problem" && state.problem !== "busy" && state.problem !== "failed") return false;
  const isGone = last.current !== "" && known.every(({ id }) => id !== last.current);
  return known.length > (isGone ? 0 : 1);
}

interface PickerProps {
  kind: DeviceKind;
  camera: Camera;
}

/** Choice of the camera or the microphone; nothing where there is no choice. */
export function DevicePicker({ kind, camera }: PickerProps) {
  const devices = useDevices(kind, camera);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const { state } = camera;
  const stream = state.name === "on" ? state.stream : undefined;
  const tracks = kind === "camera" ? stream?.getVideoTracks() : stream?.getAudioTracks();
  const used = deviceOf(tracks?.[0]).id;
  const known = devices.filter(({ id }) => id !== "");
  const isUsed = known.some(({ id }) => id === used);
  // Without the device in use there is something to choose from one on.
  if (known.length < (isUsed ? 2 : 1)) return null;
  const choose = async (id: string) => {
    const device = known.find((one) => one.id === id);
    if (!device) return;
    setBusy(true);
    setFailed(undefined);
    const done = await camera.choose(kind, device);
    setBusy(false);
    if (!done) setFailed(t("deviceBusy", { name: device.name || t(kind) }));
  };
  const options = known.map(({ id, name }, at) => ({
    value: id,
    label: name || t("deviceNumber", { kind: t(kind), number: at + 1 }),
  }));
  return (
    <Field label={t(kind)} {...(failed && { error: failed })}>
      <Select
        options={options}
        value={isUsed ? used : ""}
        {...(!isUsed && { placeholder: t("choose") })}
        disabled={busy}
        onChange={(event) => void choose(event.target.value)}
      />
    </Field>
  );
}
