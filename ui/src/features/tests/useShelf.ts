import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./list-texts";

/** Copies a test, or takes it out of use and back. */
export function useShelf() {
  const client = useQueryClient();
  const refresh = () => void invalidate(client, "/tests", "/tests/{id}", "/tests/funnels", "/admin/overview");
  const call = (path: "/tests/{id}/archive" | "/tests/{id}/unarchive", done: () => string) => ({
    mutationFn: (id: string) => api.post(path, { path: { id } }),
    onSuccess: () => {
      toast.success(done());
      refresh();
    },
    onError: (error: unknown) => toast.error(t("staysAsItIs", { reason: errorText(error) })),
  });
  const copy = useSend({
    mutationFn: (id: string) => api.post("/tests/{id}/copy", { path: { id }, body: {} }),
    onSuccess: ({ title }) => {
      toast.success(t("copyCreated", { title }));
      refresh();
    },
    onError: (error) => toast.error(t("notCopied", { reason: errorText(error) })),
  });
  const archive = useSend(call("/tests/{id}/archive", () => t("isArchived")));
  const unarchive = useSend(call("/tests/{id}/unarchive", () => t("usedAgain")));
  return { copy, archive, unarchive, isPending: copy.isPending || archive.isPending || unarchive.isPending };
}
