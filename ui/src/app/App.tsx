import { useEffect } from "react";
import { type DataRouter, RouterProvider } from "react-router-dom";
import { lazyModule } from "@/lib/lazy-module";
import { useSession } from "@/stores/session";
import { Steady } from "@/ui/Steady";
import { toaster } from "@/ui/toast";
import { Renewal } from "./renewal";

/** The shell is served in its theme: what changed since may come after the first paint. */
const themes = lazyModule(() => import("@/stores/theme"));

interface AppProps {
  router: DataRouter;
  /** Makes the page again, from nothing. */
  renew(): void;
}

export function App({ router, renew }: AppProps) {
  useEffect(() => {
    void useSession.getState().load();
    void themes.load().then((module) => module?.useTheme.getState().load());
  }, []);
  const toasts = toaster.use();
  return (
    <Renewal value={renew}>
      <RouterProvider router={router} />
      <Steady>{toasts && <toasts.Toaster />}</Steady>
    </Renewal>
  );
}
