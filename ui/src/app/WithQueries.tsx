import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { watchErrors } from "@/lib/error-focus";
import { forgetOthers } from "@/lib/kept/store";
import { useSession } from "@/stores/session";
import { queryClient } from "./query-client";

// Cached data of one account must not be shown to the next one in the same browser.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) queryClient.clear();
  // What another account has typed does not stay for this one.
  if (now.user && now.user.id !== before.user?.id) forgetOthers(now.user.id);
});

/** The pages that query the server. The take page does not: its first paint does without the library. */
export default function WithQueries() {
  useEffect(() => {
    const stop = new AbortController();
    watchErrors(document, stop.signal);
    return () => stop.abort();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
