import { useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { api, errorText } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { AnswersFileContent } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { FileButton } from "@/ui/FileButton";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Maximum bytes of an answers file. */
const MAX_BYTES = 8 * 1024 * 1024;

async function contentOf(file: File): Promise<AnswersFileContent> {
  if (file.size > MAX_BYTES) throw new Error(t("tooLarge"));
  try {
    // The server checks it.
    return JSON.parse(await file.text()) as AnswersFileContent;
  } catch {
    throw new Error(t("noAnswersFile"));
  }
}

/** Imports the answers file that a candidate saved when the network was down at the end. */
export function AnswersFile({ submissionId }: { submissionId: string }) {
  const client = useQueryClient();
  const upload = useSend({
    mutationFn: async (file: File) =>
      api.post("/attempts/{id}/answers-file", { path: { id: submissionId }, body: await contentOf(file) }),
    onSuccess: ({ late }) => {
      void invalidate(client, ...RESULTS);
      if (late === 0) toast.info(t("allArrived"));
      else toast.success(t("lateAdded", { count: late }));
    },
    onError: (error) => toast.error(t("addFileFailed", { reason: errorText(error) })),
  });
  return (
    <section aria-label={t("answersFile")} className="border-line border-t pt-4">
      <p className="mb-3 text-muted text-sm">{t("answersFileText")}</p>
      <FileButton
        file={t("answersFile")}
        accept="application/json,.json"
        variant="secondary"
        size="sm"
        busy={upload.isPending}
        icon={FileUp}
        onFile={upload.mutate}
      >
        {t("addAnswersFile")}
      </FileButton>
    </section>
  );
}
