import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { Section } from "./Section";

/** The doctor's words on backups, and a backup at once for the first administrator. */
export function Backups({ mayMake }: { mayMake: boolean }) {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...queryOf("/admin/doctor"), staleTime: 60_000, retry: false });
  const make = useSend({
    mutationFn: async () => {
      try {
        await api.post("/admin/backups");
        return "The backup is running. The server check reports it once it is done.";
      } catch (refused) {
        if (!(refused instanceof ApiFailure && refused.code === "no_backup_folder")) throw refused;
        await download("/admin/backups/file", "invigil.backup", {});
        return "The backup was downloaded. Keep it and a copy of secret.key in two places.";
      }
    },
    onSuccess: (words) => {
      toast.success(words, { duration: 8000 });
      void invalidate(client, "/admin/doctor", "/admin/doctor/storage");
    },
    onError: (refused) => toast.error(`No backup was made: ${errorText(refused)}`),
  });
  const found = data?.findings.filter(({ topic }) => topic === "backup") ?? [];
  return (
    <Section
      title="Backups"
      text={error && !data ? errorText(error) : found[0] ? found[0].said : "Looking for the last backup."}
      action={
        mayMake && (
          <Button variant="secondary" size="sm" busy={make.isPending} onClick={() => make.mutate()}>
            Back up now
          </Button>
        )
      }
    >
      {mayMake && (
        <p className="text-muted text-sm">
          'Back up now' writes to the server's folder for backups. Without one, your browser downloads the
          file. It does not include the key in secret.key.
        </p>
      )}
      {found[0]?.fix && <p className="text-muted text-sm">{found[0].fix}</p>}
    </Section>
  );
}
