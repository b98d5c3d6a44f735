import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { RouterProvider } from "react-router-dom";
import { useSession } from "@/stores/session";
import { useTheme } from "@/stores/theme";
import { Toaster } from "@/ui/Toaster";
import { queryClient } from "./query-client";
import { router } from "./router";

export function App() {
  useEffect(() => {
    void useSession.getState().load();
    void useTheme.getState().load();
    // Cached data of one account must not be shown to the next one in the same browser.
    return useSession.subscribe((now, before) => {
      if (before.user && now.user?.id !== before.user.id) queryClient.clear();
    });
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
