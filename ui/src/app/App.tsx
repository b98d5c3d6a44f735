import { useEffect } from "react";
import { type DataRouter, RouterProvider } from "react-router-dom";
import { useSession } from "@/stores/session";
import { useTheme } from "@/stores/theme";
import { Steady } from "@/ui/Steady";
import { Toaster } from "@/ui/Toaster";
import { Renewal } from "./renewal";

interface AppProps {
  router: DataRouter;
  /** Makes the page again, from nothing. */
  renew(): void;
}

export function App({ router, renew }: AppProps) {
  useEffect(() => {
    void useSession.getState().load();
    void useTheme.getState().load();
  }, []);
  return (
    <Renewal value={renew}>
      <RouterProvider router={router} />
      <Steady>
        <Toaster />
      </Steady>
    </Renewal>
  );
}
