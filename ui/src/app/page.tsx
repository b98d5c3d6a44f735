import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { lazyModule } from "@/lib/lazy-module";
import { reportMishap } from "@/lib/mishap";
import { pause } from "@/lib/pause";
import { App } from "./App";
import { after, isTest, renewals } from "./renewal";
import { Shell } from "./shell";

interface Page {
  root: Root;
  ended: AbortController;
}

const guards = lazyModule(() => import("./after-paint"));
const GUARD_RETRY_MS = 2_000;

let shell: Shell | undefined;
let page: Page | undefined;

/** Shows the page in its shell; shows it again where it could not go on, or where the document was replaced. */
export function showPage(): void {
  shell ??= new Shell();
  page = open(shell.container());
}

function open(container: Element): Page {
  const ended = new AbortController();
  const root = createRoot(container, {
    onUncaughtError: (error) => {
      reportMishap(error);
      const wait = renewals.next(performance.now(), isTest(window.location.pathname));
      if (wait !== undefined) after(wait, renew);
    },
  });
  root.render(
    <StrictMode>
      <App ended={ended.signal} renew={renew} />
    </StrictMode>,
  );
  void watch(container, ended.signal);
  return { root, ended };
}

async function watch(container: Element, ended: AbortSignal): Promise<void> {
  let module = await guards.load();
  while (!module && !ended.aborted) {
    await pause(GUARD_RETRY_MS, ended);
    module = await guards.load();
  }
  if (!module || ended.aborted) return;
  const guard = new module.Guard(container, (deaf) => {
    if (!deaf && shell?.isReady) {
      shell.hold(container);
      return;
    }
    // Once: the next change would report it again.
    guard.stop();
    setTimeout(renew, 0);
  });
  guard.start();
  module.watchParts(ended);
  ended.addEventListener("abort", () => guard.stop());
}

function renew(): void {
  if (!shell?.isReady) {
    setTimeout(renew, 20);
    return;
  }
  const old = page;
  page = undefined;
  try {
    old?.root.unmount();
  } catch (error) {
    reportMishap(error);
  }
  old?.ended.abort();
  showPage();
}
