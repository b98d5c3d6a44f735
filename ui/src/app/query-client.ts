import { QueryClient } from "@tanstack/react-query";
import { ApiFailure, NetworkFailure } from "@/api/errors";
import { selectNames } from "@/lib/hidden-names";

const MAX_RETRIES = 2;

/** A person who has waited for the time limit of a call learns it, instead of waiting twice as long again. */
function maySucceed(error: Error): boolean {
  if (error instanceof NetworkFailure) return !error.timedOut;
  return !(error instanceof ApiFailure && error.status < 500 && error.status !== 429);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      get select() {
        return selectNames();
      },
      // An air-gapped network has no default route, and browsers then report "offline".
      networkMode: "always",
      retry: (count, error) => count < MAX_RETRIES && maySucceed(error),
      // Jitter: all tabs of all administrators retry after a restart.
      retryDelay: (attempt, error) => {
        const asked =
          error instanceof ApiFailure || error instanceof NetworkFailure ? (error.retryAfter ?? 0) * 1000 : 0;
        return asked + 600 * 2 ** attempt * (0.5 + Math.random());
      },
    },
    mutations: { networkMode: "always" },
  },
});
