import { pause } from "@/lib/pause";
import { session } from "@/lib/storage";

/** Interval in ms between two looks for the server. */
const LOOK_MS = 2_000;
/** A document is loaded again once in this time, in ms. */
const RELOAD_SPAN_MS = 60_000;
const SLOT = "invigil_reloaded";

/** A script or style of the page could not be loaded, in the words of the browsers and of Vite: the connection is broken, or a deployment has replaced it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module|preload CSS/i.test(error.message);

/** Waits until the server replies; says whether a new document may help, or the same one is to try again. */
export async function serverIsBack(signal: AbortSignal): Promise<"reload" | "again"> {
  while (!signal.aborted && !(await replies(signal))) await pause(LOOK_MS, signal);
  return !signal.aborted && mayReload() ? "reload" : "again";
}

/** Whether the document was not loaded again lately, also by a clock that was put back since; notes that it is now. */
export const mayReload = (): boolean =>
  Math.abs(Date.now() - Number(session.get(SLOT))) >= RELOAD_SPAN_MS &&
  // Without storage a page that fails each time would be loaded for ever.
  session.set(SLOT, String(Date.now()));

const replies = (signal: AbortSignal): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal }).then(
    ({ ok }) => ok,
    () => false,
  );
