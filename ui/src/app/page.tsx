import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { DataRouter } from "react-router-dom";
import { Guard } from "@/lib/foreign/guard";
import { reportMishap } from "@/lib/mishap";
import { App } from "./App";
import { isTest, renewals } from "./renewal";
import { newRouter } from "./router";
import { Shell } from "./shell";

interface Page {
  root: Root;
  guard: Guard;
  router: DataRouter;
}

let shell: Shell | undefined;
let page: Page | undefined;

/** Shows the page in its shell; shows it again where it could not go on, or where the document was replaced. */
export function showPage(): void {
  shell ??= new Shell();
  page = open(shell.container());
}

function open(container: Element): Page {
  const router = newRouter();
  const root = createRoot(container, {
    onUncaughtError: (error) => {
      reportMishap(error);
      const wait = renewals.next(performance.now(), isTest(window.location.pathname));
      if (wait !== undefined) setTimeout(renew, wait);
    },
  });
  const guard = new Guard(container, (deaf) => {
    if (deaf || !shell?.isReady) setTimeout(renew, 0);
    else shell.hold(container);
  });
  guard.start();
  root.render(
    <StrictMode>
      <App router={router} renew={renew} />
    </StrictMode>,
  );
  return { root, guard, router };
}

function renew(): void {
  if (!shell?.isReady) {
    setTimeout(renew, 20);
    return;
  }
  const old = page;
  page = undefined;
  old?.guard.stop();
  try {
    old?.router.dispose();
    old?.root.unmount();
  } catch (error) {
    reportMishap(error);
  }
  showPage();
}
