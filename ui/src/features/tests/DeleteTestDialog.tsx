import { useQueryClient } from "@tanstack/react-query";
import { ApiFailure, api, errorText } from "@/api/client";
import { INVITES, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Test } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";

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
  const plain = useSend({
    mutationFn: () => api.delete("/tests/{id}", { path: { id: test.id } }),
    onSuccess: () => {
      toast.success("Test deleted successfully!");
      done();
    },
    onError: (error) => {
      onMode(null);
      const refused = error instanceof ApiFailure && error.code === "active_invitations";
      toast.error(
        refused
          ? "Cannot delete test with active invitations. Use Force Delete to remove all data."
          : `Failed to delete test: ${errorText(error)}`,
        { duration: refused ? 8000 : 4000 },
      );
    },
  });
  const force = useSend({
    mutationFn: () => api.delete("/tests/{id}/force", { path: { id: test.id } }),
    onSuccess: ({ deleted_invites }) => {
      toast.success(`Test force deleted! ${deleted_invites} invites were also removed.`);
      done();
    },
    onError: (error) => toast.error(`Failed to delete test: ${errorText(error)}`),
  });
  const close = (open: boolean) => !open && onMode(null);
  return (
    <>
      <ConfirmDialog
        open={mode === "plain"}
        onOpenChange={close}
        title="Delete Test"
        description={
          <>
            “<bdi>{test.title}</bdi>” is removed from the list. Submitted results are kept.
          </>
        }
        confirmLabel="Delete Test"
        danger
        busy={plain.isPending}
        onConfirm={() => plain.mutate()}
      />
      <ConfirmDialog
        open={mode === "force"}
        onOpenChange={close}
        title="Force Delete All"
        description={
          <>
            “<bdi>{test.title}</bdi>”, all its invitations, tests in progress and submitted results are
            removed for good. This cannot be undone.
          </>
        }
        confirmLabel="Force Delete All"
        typed={test.title.trim()}
        danger
        busy={force.isPending}
        onConfirm={() => force.mutate()}
      />
    </>
  );
}
