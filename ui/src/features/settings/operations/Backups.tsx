import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { Section } from "./Section";

/** The doctor's words on backups, and a backup at once for the first administrator. */
export function Backups({ mayMake }: { mayMake: boolean }) {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...queryOf("/admin/doctor"), staleTime: 60_000, retry: false });
  const make = useSend({
    mutationFn: () => api.post("/admin/backups"),
    onSuccess: () => {
      toast.success("The backup is running. The server check reports it once it is done.");
      void invalidate(client, "/admin/doctor");
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
      {found[0]?.fix && <p className="text-muted text-sm">{found[0].fix}</p>}
    </Section>
  );
}
