import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Runs the tests on a submission's code again. A score by a person stays. */
export function Rejudge({ submission_id }: { submission_id: string }) {
  const client = useQueryClient();
  const judge = useSend({
    mutationFn: () => api.post("/results/{submission_id}/rejudge", { path: { submission_id }, body: {} }),
    onSuccess: ({ answers }) => {
      toast.success(t("rejudged", { count: answers }));
      void invalidate(client, ...RESULTS);
    },
    onError: (error) => toast.error(t("rejudgeFailed", { reason: errorText(error) })),
  });
  return (
    <Button variant="secondary" size="sm" onClick={() => judge.mutate()}>
      {t("rejudge")}
    </Button>
  );
}
