import { pause } from "@/lib/pause";
import { toast } from "@/ui/toast";
import { mayReload } from "./missing-part";
import { isTest } from "./renewal";
import { t } from "./texts";

/** Interval in ms between two looks whether the page is at rest. */
const LOOK_MS = 1_000;

/** Whether the server has another build than this page's. A page of an intermediary in its place says nothing of it. */
async function isReplaced(signal: AbortSignal): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  if (!own) return false;
  try {
    const reply = await fetch("/", { headers: { Accept: "text/html" }, cache: "no-store", signal });
    const shell = await reply.text();
    return reply.ok && shell.includes('id="root"') && !shell.includes(own);
  } catch {
    return false;
  }
}

/** Nothing is unsaved, as the browser itself would ask, and a reload ends neither typing, a dialog, the camera nor full screen. */
const isAtRest = (): boolean =>
  window.dispatchEvent(new Event("beforeunload", { cancelable: true })) &&
  !document.fullscreenElement &&
  !document.querySelector("[role=dialog], [role=alertdialog], dialog[open], video") &&
  !document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea, [contenteditable]");

/**
 * Until the signal aborts: looks for another build where a part of this page cannot be loaded, which a deployment has then
 * taken from the server for good (docs/behaviour/screens.md#screens-17). A test is loaded again once it is at rest.
 */
export function watchParts(signal: AbortSignal, reload = () => window.location.reload()): void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    isLooking = await isReplaced(signal);
    if (isLooking) await renew(signal, reload);
  };
  window.addEventListener("vite:preloadError", look, { signal });
}

async function renew(signal: AbortSignal, reload: () => void): Promise<void> {
  const rests = () => isTest(window.location.pathname) && isAtRest();
  for (let isOffered = false; !signal.aborted; await pause(LOOK_MS, signal)) {
    // The network may have gone meanwhile, and with it what a reload needs.
    if (rests() && mayReload() && (await isReplaced(signal)) && rests()) return reload();
    if (isOffered || signal.aborted) continue;
    isOffered = true;
    const action = { label: t("reload"), run: reload };
    toast.info(t("replaced"), { id: "replaced", duration: Number.POSITIVE_INFINITY, action });
  }
}
