const WORKER = "/sw.js";
/** Files that arrive within this many milliseconds of each other are reported together. */
const REPORT_DEBOUNCE_MS = 1_500;

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/** The only script URL that this page creates; the CSP allows a single Trusted Types policy for such constants. */
function workerUrl(): string {
  const trusted = (window as { trustedTypes?: TrustedTypes }).trustedTypes;
  policy ??= trusted?.createPolicy("invigil", { createScriptURL: () => WORKER });
  return policy ? policy.createScriptURL(WORKER) : WORKER;
}

const isAsset = (url: string) =>
  url.startsWith(window.location.origin) && new URL(url).pathname.startsWith("/assets/");

async function worker(): Promise<ServiceWorker | null> {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return null;
  try {
    const registration = await navigator.serviceWorker.register(workerUrl(), { scope: "/take-test/" });
    return registration.active ?? registration.waiting ?? registration.installing;
  } catch {
    // Without a service worker the page only loses the offline reload.
    return null;
  }
}

/** Caches the page's shell and every file that it loads for an offline reload, until the signal aborts. */
export async function keepShell(signal: AbortSignal): Promise<void> {
  const active = await worker();
  if (!active || signal.aborted || typeof PerformanceObserver === "undefined") return;
  const files = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (isAsset(name)) files.add(new URL(name).pathname);
    clearTimeout(timer);
    timer = setTimeout(() => {
      active.postMessage({ type: "keep", page: window.location.pathname, files: [...files] });
    }, wait);
    // Those that are there at the start are kept at once: the network may break in the first seconds, too.
    wait = REPORT_DEBOUNCE_MS;
  });
  observer.observe({ type: "resource", buffered: true });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}

/** Deletes the cache: the test is over. */
export async function forgetShell(): Promise<void> {
  // Refused where the site may not use storage: then nothing was cached.
  const registration = await navigator.serviceWorker?.getRegistration("/take-test/").catch(() => undefined);
  registration?.active?.postMessage({ type: "forget" });
}
