import { local, parseJson } from "@/lib/storage";

export type DeviceKind = "camera" | "microphone";

/** A device as this browser names it. Ids change when site data is cleared, names are hidden until a device is allowed. */
export interface Device {
  id: string;
  name: string;
}

const SLOT = "invigil_devices";
const INPUT = { camera: "videoinput", microphone: "audioinput" } as const;

type Remembered = Partial<Record<DeviceKind, Device>>;

const isDevice = (value: unknown): value is Device =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Device).id === "string" &&
  typeof (value as Device).name === "string";

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((device) => device === undefined || isDevice(device));

/** The devices chosen in this browser. */
export const remembered = (): Remembered => parseJson(local.get(SLOT), isRemembered) ?? {};

export function remember(kind: DeviceKind, device: Device): void {
  local.set(SLOT, JSON.stringify({ ...remembered(), [kind]: device }));
}

/** The devices of one kind; empty if the browser does not name them. */
export async function listDevices(kind: DeviceKind): Promise<Device[]> {
  const found = await navigator.mediaDevices?.enumerateDevices?.().catch(() => []);
  return (found ?? [])
    .filter((device) => device.kind === INPUT[kind])
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

/** Whether a camera's name is that of a program. */
export const isProgram = (name: string) =>
  /\b(virtual|obs|manycam|xsplit|snap camera|mmhmm|droidcam|dummy)\b/i.test(name);

/** Cameras that show no face: infrared and depth sensors of a laptop, and programs that pose as a camera. */
const UNLIKELY = /\b(ir|infrared|depth|virtual|obs|manycam|dummy)\b/i;

/**
 * The device to use instead of the opened one: the remembered one by id, or by name where ids have changed; without it,
 * the first camera that is likely to show a face.
 */
export function better(
  kind: DeviceKind,
  opened: Device,
  devices: Device[],
  chosen: Device | undefined,
): Device | undefined {
  const known =
    chosen &&
    (devices.find(({ id }) => id !== "" && id === chosen.id) ??
      devices.find(({ name }) => name !== "" && name === chosen.name));
  if (known) return known.id === opened.id ? undefined : known;
  if (kind === "microphone" || !UNLIKELY.test(opened.name)) return undefined;
  return devices.find(({ id, name }) => id !== "" && name !== "" && !UNLIKELY.test(name));
}
