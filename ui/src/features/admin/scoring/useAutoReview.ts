import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { AutoReviewReply } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { keyField, mayHaveKey, NO_KEY, useAiSettings } from "../ai/key";
import { refusalWords } from "../ai/words";
import { detailKey } from "./queries";
import { refreshScores } from "./useScore";

/** "Gemini Auto Review": the written answers of one submission, scored by the configured provider. */
export function useAutoReview() {
  const client = useQueryClient();
  const settings = useAiSettings();
  const review = useSend({
    mutationFn: (submission: string) =>
      api.post<AutoReviewReply>(`/admin/auto-review/${submission}`, { body: keyField(settings.data) }),
    onSuccess: ({ success, message }, submission) => {
      if (!success) {
        toast.error(`Auto-review failed: ${message}`, { duration: 8000 });
        return;
      }
      toast.success("Auto-review completed successfully!");
      void client.invalidateQueries({ queryKey: detailKey(submission) });
      refreshScores(client);
    },
    onError: (error) => toast.error(refusalWords(error) ?? "Failed to perform auto-review"),
  });
  return {
    /** The submission that is being reviewed now. */
    running: review.isPending ? review.variables : null,
    start: (submission: string) => {
      if (mayHaveKey(settings.data)) review.mutate(submission);
      else toast.error(NO_KEY);
    },
  };
}
