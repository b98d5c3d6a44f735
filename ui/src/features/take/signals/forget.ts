import { local } from "@/lib/storage";

/** Where unsent signals are stored. */
export const slot = (token: string) => `invigil_signals:${token}`;

/** Where the last recorded state of camera and microphone is stored. */
export const deviceSlot = (token: string) => `invigil_device_notes:${token}`;

/** The attempt is over: unsent signals no longer count. */
export function forgetSignals(token: string): void {
  local.remove(slot(token));
  local.remove(deviceSlot(token));
}
