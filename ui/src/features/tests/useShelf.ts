import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";

/** Copies a test, or takes it out of use and back. */
export function useShelf() {
  const client = useQueryClient();
  const refresh = () => void invalidate(client, "/tests", "/tests/{id}", "/tests/funnels", "/admin/overview");
  const call = (path: "/tests/{id}/archive" | "/tests/{id}/unarchive", done: string) => ({
    mutationFn: (id: string) => api.post(path, { path: { id } }),
    onSuccess: () => {
      toast.success(done);
      refresh();
    },
    onError: (error: unknown) => toast.error(`The test stays as it is: ${errorText(error)}`),
  });
  const copy = useSend({
    mutationFn: (id: string) => api.post("/tests/{id}/copy", { path: { id }, body: {} }),
    onSuccess: ({ title }) => {
      toast.success(`“${title}” was created.`);
      refresh();
    },
    onError: (error) => toast.error(`The test was not copied: ${errorText(error)}`),
  });
  const archive = useSend(
    call("/tests/{id}/archive", "The test is archived: the filter “Archived” shows it. Its results stay."),
  );
  const unarchive = useSend(call("/tests/{id}/unarchive", "The test can be used again."));
  return { copy, archive, unarchive, isPending: copy.isPending || archive.isPending || unarchive.isPending };
}
