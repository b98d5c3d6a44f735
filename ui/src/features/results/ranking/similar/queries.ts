import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { SimilarPair } from "@/api/ranking";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { t } from "../tool-texts";
import type { Finding } from "./labels";

/** How often the progress of a comparison is read, in ms. */
const PROGRESS_MS = 1_000;

export function useSimilarity(test: string, query: { all: boolean; page: number; limit: number }) {
  return useQuery({
    ...queryOf("/tests/{id}/similarity", { path: { id: test }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.running !== null ? PROGRESS_MS : false),
  });
}

export function useCompare(test: string) {
  const client = useQueryClient();
  return useSend({
    mutationFn: () => api.post("/tests/{id}/similarity", { path: { id: test } }),
    onSuccess: () => invalidate(client, "/tests/{id}/similarity"),
    onError: (error) => toast.error(t("compareFailed", { reason: errorText(error) })),
  });
}

export function useFinding(test: string, version: number) {
  const client = useQueryClient();
  return useSend({
    mutationFn: ({ pair, finding }: { pair: SimilarPair; finding: Finding | null }) =>
      api.put("/tests/{id}/similarity/finding", {
        path: { id: test },
        body: {
          question_id: pair.question_id,
          first: pair.first.submission_id,
          second: pair.second.submission_id,
          finding,
          version,
        },
      }),
    onSuccess: () => invalidate(client, "/tests/{id}/similarity"),
    onError: (error) => {
      void invalidate(client, "/tests/{id}/similarity");
      const conflict = changedByOther(error);
      toast.error(
        conflict ? t("listChanged", { by: conflict.by }) : t("findingFailed", { reason: errorText(error) }),
      );
    },
  });
}
