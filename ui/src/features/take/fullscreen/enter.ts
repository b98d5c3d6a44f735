/** Whether this browser supports full screen for pages; many phones do not. */
export const hasFullscreen = () => document.fullscreenEnabled === true;

/**
 * Requests full screen. Call it from a click handler: browsers refuse it otherwise. The test continues
 * regardless of the outcome.
 */
export function enterFullscreen(): void {
  if (!hasFullscreen() || document.fullscreenElement) return;
  document.documentElement.requestFullscreen({ navigationUI: "hide" }).catch(() => undefined);
}

export function leaveFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}
