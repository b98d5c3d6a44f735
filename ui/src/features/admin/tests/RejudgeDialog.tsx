import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { RejudgePreview, Test } from "@/api/types";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";

/** What judging the code of a test again does. */
export function rejudgeWords({ judged, waiting, failed, outdated }: RejudgePreview): string {
  const total = judged + waiting + failed;
  if (total === 0) return "No code has been submitted to this test yet.";
  const changed = outdated > 0 && `${plural(outdated, "answer")} had other tests than this test has now.`;
  const waits = waiting > 0 && `${plural(waiting, "answer")} already waited.`;
  return [
    `The tests of today run on ${plural(total, "submitted answer")}.`,
    changed || "The tests have not changed since.",
    waits,
    "Their scores are provisional until then. Scores that people gave stay.",
  ]
    .filter(Boolean)
    .join(" ");
}

interface Props {
  test: Test;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Judges all submitted code of a test on the tests that it has now. */
export function RejudgeDialog({ test, open, onOpen }: Props) {
  const client = useQueryClient();
  const path = { id: test.id };
  const preview = useQuery({
    queryKey: ["rejudge", test.id],
    queryFn: () => api.post("/tests/{id}/rejudge/preview", { path }),
    enabled: open,
    gcTime: 0,
  });
  const judge = useSend({
    mutationFn: () => api.post("/tests/{id}/rejudge", { path }),
    onSuccess: ({ answers }) => {
      onOpen(false);
      toast.success(`${plural(answers, "answer")} will be judged again`);
      void invalidate(client, "/admin/overview", ...RESULTS);
    },
    onError: (error) => toast.error(`The code cannot be judged again: ${errorText(error)}`),
  });
  const words = preview.isError ? errorText(preview.error) : preview.data && rejudgeWords(preview.data);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpen}
      title="Judge code again"
      description={words ?? "Counting the answers."}
      confirmLabel="Judge again"
      busy={judge.isPending || preview.isPending}
      onConfirm={() => judge.mutate()}
    />
  );
}
