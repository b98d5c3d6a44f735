import { api } from "@/api/client";
import type { TakeSession } from "../session/take-session";
import { SignalOutbox } from "./outbox";
import { storedSignalQueue } from "./signal-queue";

/** `isExtended`: Window Management API, where the browser supports it without a prompt. */
type MaybeExtended = Screen & { isExtended?: boolean } & EventTarget;

/** Time in ms within which a page that lost the focus by being hidden reports it. */
export const HIDING = 250;

/**
 * Records integrity signals from browser events while the test runs, and sends
 * them. Of pasted text only the length is read.
 */
export function watchSignals(session: TakeSession, signal: AbortSignal): void {
  const key = session.attemptKey;
  if (!key || signal.aborted) return;
  const outbox = new SignalOutbox(
    (signals, leaving) =>
      api.post("/take-test/{token}/signals", {
        path: { token: session.token },
        auth: { attemptKey: key },
        body: { signals },
        encodable: "always",
        keepalive: leaving,
      }),
    storedSignalQueue(session.token),
  );
  const leave = session.onSignals(
    (signals) => outbox.add(signals),
    () => outbox.flush(true),
  );
  const on = (target: EventTarget, event: string, handler: (event: Event) => void) =>
    target.addEventListener(event, handler, { signal, capture: true });

  let hiding: ReturnType<typeof setTimeout> | undefined;
  on(document, "visibilitychange", () => {
    const hidden = document.visibilityState === "hidden";
    clearTimeout(hiding);
    session.note(hidden ? "tab_hidden" : "tab_visible");
    if (hidden) void outbox.flush(true);
  });
  // A tab that is being hidden loses the focus first: one event for the reviewer, not two.
  let away = false;
  on(window, "blur", (event) => {
    if (event.target !== window || document.visibilityState === "hidden") return;
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      away = true;
      session.note("blur");
    }, HIDING);
  });
  on(window, "focus", (event) => {
    if (event.target !== window) return;
    clearTimeout(hiding);
    if (!away) return;
    away = false;
    session.note("focus");
  });
  on(document, "paste", (event) => {
    const length = [...((event as ClipboardEvent).clipboardData?.getData("text/plain") ?? "")].length;
    if (length > 0) session.note("paste", String(length));
  });
  on(document, "fullscreenchange", () => {
    if (!document.fullscreenElement) session.note("fullscreen_left");
  });
  const screen = window.screen as MaybeExtended;
  const look = () => screen.isExtended === true && session.note("second_screen");
  look();
  if (typeof screen.addEventListener === "function") on(screen, "change", look);
  on(window, "online", () => void outbox.flush());
  on(window, "pagehide", () => void outbox.flush(true));
  signal.addEventListener("abort", () => {
    clearTimeout(hiding);
    leave();
    void outbox.flush(true).finally(() => outbox.stop());
  });
}
