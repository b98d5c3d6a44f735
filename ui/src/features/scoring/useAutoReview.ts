import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { keyField, mayHaveKey, noKeyText, useAiSettings } from "@/features/staff-shared/ai/key";
import { refusalWords } from "@/features/staff-shared/ai/labels";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { refreshScores } from "./targets";
import { t } from "./texts";

/** "Gemini Auto Review": the written answers of one submission, scored by the configured provider. */
export function useAutoReview() {
  const client = useQueryClient();
  const settings = useAiSettings();
  const review = useSend({
    mutationFn: (submission: string) =>
      api.post("/admin/auto-review/{submission_id}", {
        path: { submission_id: submission },
        body: keyField(settings.data),
      }),
    onSuccess: ({ success, message }) => {
      if (!success) {
        toast.error(t("autoFailed", { reason: serverWords(message) }), { duration: 8000 });
        return;
      }
      toast.success(t("autoDone"));
      void invalidate(client, "/admin/scoring/{submission_id}");
      refreshScores(client);
    },
    onError: (error) => toast.error(refusalWords(error) ?? t("autoFailedPlain")),
  });
  return {
    /** The submission that is being reviewed now. */
    running: review.isPending ? review.variables : null,
    start: (submission: string) => {
      if (mayHaveKey(settings.data)) review.mutate(submission);
      else toast.error(noKeyText());
    },
  };
}
