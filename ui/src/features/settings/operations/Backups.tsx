import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { JobProgress } from "../../staff-shared/jobs/JobProgress";
import { useRunningJob } from "../../staff-shared/jobs/queries";
import { serverSentence } from "../../staff-shared/server-sentence";
import { State } from "../doctor/Doctor";
import { Section } from "../Section";
import { t } from "./texts";

/** The doctor's words on backups, and a backup at once for the first administrator. */
export function Backups({ mayMake }: { mayMake: boolean }) {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...queryOf("/admin/doctor"), staleTime: 60_000, retry: false });
  const make = useSend({
    mutationFn: async () => {
      try {
        await api.post("/admin/backups");
        return t("backupRuns");
      } catch (refused) {
        if (!(refused instanceof ApiFailure && refused.code === "no_backup_folder")) throw refused;
        await download("/admin/backups/file", "invigil.backup", {});
        return t("backupDownloaded");
      }
    },
    onSuccess: (words) => {
      toast.success(words, { duration: 8000 });
      void invalidate(client, "/admin/doctor", "/admin/doctor/storage", "/jobs");
    },
    onError: (refused) => toast.error(t("backupFailed", { reason: errorText(refused) })),
  });
  const job = useRunningJob("backup", {}, mayMake, make.isPending || make.isSuccess);
  const found = data?.findings.filter(({ topic }) => topic === "backup") ?? [];
  return (
    <Section
      title={t("backups")}
      badge={found[0] && <State state={found[0].state} />}
      text={
        error && !data
          ? errorText(error)
          : found[0]
            ? serverSentence(found[0].said, found[0].said_parts)
            : t("lookingForBackup")
      }
      action={
        mayMake && (
          <Button variant="secondary" size="sm" busy={make.isPending} onClick={() => make.mutate()}>
            {t("backUpNow")}
          </Button>
        )
      }
    >
      {found[0]?.fix && <p className="text-sm">{serverSentence(found[0].fix, found[0].fix_parts)}</p>}
      {job && <JobProgress job={job} />}
      {mayMake && <p className="text-muted text-xs">{t("backupText")}</p>}
    </Section>
  );
}
