import { useQueryClient } from "@tanstack/react-query";
import { ApiFailure, api, errorText } from "@/api/client";
import { INVITES, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Test } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { t } from "./list-texts";

interface Props {
  test: Test;
  mode: "plain" | "force" | null;
  onMode: (mode: "plain" | "force" | null) => void;
  onDeleted?: (() => void) | undefined;
}

/** "Delete Test" keeps submitted results; "Force Delete All" cascades and requires the title. */
export function DeleteTestDialog({ test, mode, onMode, onDeleted }: Props) {
  const client = useQueryClient();
  const done = () => {
    onMode(null);
    onDeleted?.();
    void invalidate(client, "/tests", "/tests/funnels", "/admin/overview", ...INVITES, ...RESULTS);
  };
  // The version that was read: what someone has changed meanwhile is not deleted unseen.
  const read = { path: { id: test.id }, query: { version: test.version } };
  const refresh = () => void invalidate(client, "/tests", "/tests/{id}");
  const plain = useSend({
    mutationFn: () => api.delete("/tests/{id}", read),
    onSuccess: () => {
      toast.success(t("deleted"));
      done();
    },
    onError: (error) => {
      onMode(null);
      const refused = error instanceof ApiFailure && error.code === "active_invitations";
      toast.error(refused ? t("hasActive") : t("deleteFailed", { reason: errorText(error) }), {
        duration: refused ? 8000 : 4000,
      });
      refresh();
    },
  });
  const force = useSend({
    mutationFn: () => api.delete("/tests/{id}/force", read),
    onSuccess: ({ deleted_invites, unsent_cancellations: unsent }) => {
      toast.success(t("forceDeleted", { count: deleted_invites }));
      if (unsent > 0) toast.warning(t("unsentCancellations", { count: unsent }), { duration: 8000 });
      done();
    },
    onError: (error) => {
      toast.error(t("deleteFailed", { reason: errorText(error) }));
      refresh();
    },
  });
  const close = (open: boolean) => !open && onMode(null);
  return (
    <>
      <ConfirmDialog
        open={mode === "plain"}
        onOpenChange={close}
        title={t("deleteTest")}
        description={t.rich("deleteText", { title: <bdi>{test.title}</bdi> })}
        confirmLabel={t("deleteTest")}
        danger
        busy={plain.isPending}
        onConfirm={() => plain.mutate()}
      />
      <ConfirmDialog
        open={mode === "force"}
        onOpenChange={close}
        title={t("forceDelete")}
        description={t.rich("forceText", { title: <bdi>{test.title}</bdi> })}
        confirmLabel={t("forceDelete")}
        typed={test.title.trim()}
        danger
        busy={force.isPending}
        onConfirm={() => force.mutate()}
      />
    </>
  );
}
