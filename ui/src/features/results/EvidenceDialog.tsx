import { Link } from "react-router-dom";
import { errorText } from "@/api/client";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { t } from "./texts";

interface Props {
  submissionId: string;
  name: string;
  onClose(): void;
}

/** Downloads the signed evidence of a result (docs/evidence.md). */
export function EvidenceDialog({ submissionId, name, onClose }: Props) {
  const save = useSend({
    mutationFn: () =>
      download("/results/{submission_id}/evidence", `evidence-${submissionId}.zip`, {
        path: { submission_id: submissionId },
      }),
    onSuccess: onClose,
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={t("evidence")}
      description={t.rich("evidenceOf", { name: <bdi key="name">{name}</bdi> })}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            {t("download")}
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm">
        <p>{t("evidenceHolds")}</p>
        <p className="text-ink-2">
          {t.rich("evidenceCheck", {
            page: (inside) => (
              <Link to="/evidence" target="_blank" className="text-primary underline">
                {inside}
              </Link>
            ),
            command: (inside) => <code className="font-mono">{inside}</code>,
          })}
        </p>
        {save.error && (
          <p role="alert" className="font-medium text-error">
            {errorText(save.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
