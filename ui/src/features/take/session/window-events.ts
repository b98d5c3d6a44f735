interface WindowDeps {
  /** The network is back, or the page is visible again. */
  onReturn(reason: "online" | "visible"): void;
  /** The page may not come back: hidden on a phone, closed, or left. */
  onLeave(closing: boolean): void;
  /** True while leaving would lose or delay something. */
  unsaved(): boolean;
}

/** Subscribes to the browser's page lifecycle events until `signal` aborts. */
export function watchWindow(signal: AbortSignal, deps: WindowDeps): void {
  window.addEventListener("online", () => deps.onReturn("online"), { signal });
  window.addEventListener("pagehide", () => deps.onLeave(true), { signal });
  document.addEventListener(
    "visibilitychange",
    () => (document.visibilityState === "hidden" ? deps.onLeave(false) : deps.onReturn("visible")),
    { signal },
  );
  window.addEventListener(
    "beforeunload",
    (event) => {
      if (deps.unsaved()) event.preventDefault();
    },
    { signal },
  );
}
