/** Whether this browser has a full screen for pages; telephones often have none. */
export const hasFullscreen = () => document.fullscreenEnabled === true;

/**
 * Asks for the full screen, best from within a click: browsers refuse it otherwise. The test goes on without it
 * whatever comes of it.
 */
export function enterFullscreen(): void {
  if (!hasFullscreen() || document.fullscreenElement) return;
  document.documentElement.requestFullscreen({ navigationUI: "hide" }).catch(() => undefined);
}

export function leaveFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}
