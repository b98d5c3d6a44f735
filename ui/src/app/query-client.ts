import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "@/api/client";

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // An air-gapped network has no default route, and browsers then report "offline".
      networkMode: "always",
      retry: (count, error) =>
        count < RETRIES && !(error instanceof ApiFailure && error.status < 500 && error.status !== 429),
      retryDelay: (attempt, error) =>
        error instanceof ApiFailure && error.retryAfter ? error.retryAfter * 1000 : 600 * 2 ** attempt,
    },
    mutations: { networkMode: "always" },
  },
});
