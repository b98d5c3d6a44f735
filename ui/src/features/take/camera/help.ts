import type { CameraProblem } from "./useCamera";

/** The cause of a problem, as the candidate reads it. */
export const CAMERA_HELP: Record<CameraProblem, string> = {
  denied: "The browser blocks the camera on this page.",
  missing: "No camera was found on this computer.",
  busy: "Another program is using the camera.",
  insecure: "Browsers offer the camera only on secure pages.",
  failed: "The camera could not be started.",
};

const FIXES: Record<Exclude<CameraProblem, "denied">, string> = {
  missing: "Connect a camera, then try again.",
  busy: "Close other programs that use the camera, such as a video call, then try again.",
  insecure:
    "Ask your administrator for an address that begins with https:// (the server needs TLS; its 'doctor' command explains how).",
  failed: "Disconnect and reconnect the camera, or restart the browser, then try again.",
};

/** Where each browser unblocks a camera. Every other one follows Chrome. */
const UNBLOCK: [RegExp, string][] = [
  [/Firefox\//, "Click the crossed-out camera beside the address, remove the block, then try again."],
  [
    /^(?!.*(Chrome|Chromium|CriOS|Edg)).*Safari\//,
    "Open the website's settings from the address bar, allow camera and microphone, then try again.",
  ],
  [/^/, "Click the icon to the left of the address, allow camera and microphone, then try again."],
];

/** Remedies of the candidate for a problem. */
export function cameraFix(problem: CameraProblem, userAgent = navigator.userAgent): string {
  if (problem !== "denied") return FIXES[problem];
  return UNBLOCK.find(([browser]) => browser.test(userAgent))?.[1] ?? "";
}
