import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Acknowledges a candidate's problem for all proctors, until the next event. */
export function useSeen() {
  const client = useQueryClient();
  return useSend({
    mutationFn: (attemptId: string) => api.post("/attempts/{id}/seen", { path: { id: attemptId } }),
    onSuccess: () => void invalidate(client, "/admin/monitoring"),
    onError: (error) => toast.error(t("seenFailed", { reason: errorText(error) })),
  });
}
