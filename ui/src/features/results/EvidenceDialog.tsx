import { Link } from "react-router-dom";
import { errorText } from "@/api/client";
import { download } from "@/lib/download";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

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
      title="Evidence"
      description={
        <>
          Everything that is kept about the attempt of <bdi>{name}</bdi>, in one signed file.
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            Download
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm">
        <p>
          It holds the questions with their keys, every kept version of each answer, the timeline,
          screenshots, scores and repairs: give it only to people who may read all of them. The download is
          recorded in the audit log.
        </p>
        <p className="text-ink-2">
          Any person can check the file on the page{" "}
          <Link to="/evidence" target="_blank" className="text-primary underline">
            Verify evidence
          </Link>
          , or with <code className="font-mono">invigil evidence verify</code>.
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
