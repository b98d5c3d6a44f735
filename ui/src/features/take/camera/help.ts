import { t } from "./texts";
import type { CameraProblem } from "./useCamera";

/** The cause of a problem, as the candidate reads it. */
export const cameraHelp = (problem: CameraProblem) => t(problem);

const FIXES = {
  missing: "fixMissing",
  busy: "fixBusy",
  insecure: "fixInsecure",
  failed: "fixFailed",
} as const;

/** Where each browser unblocks a camera. Every other one follows Chrome. */
const UNBLOCK = [
  [/Firefox\//, "unblockFirefox"],
  [/^(?!.*(Chrome|Chromium|CriOS|Edg)).*Safari\//, "unblockSafari"],
] as const;

/** Remedies of the candidate for a problem. */
export function cameraFix(problem: CameraProblem, userAgent = navigator.userAgent): string {
  if (problem !== "denied") return t(FIXES[problem]);
  return t(UNBLOCK.find(([browser]) => browser.test(userAgent))?.[1] ?? "unblock");
}
