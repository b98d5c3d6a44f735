import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { t } from "./texts";

interface Props {
  title: string;
  description: string;
  token: string;
  /** How it is used. */
  then: string;
  command: string;
  onClose: () => void;
}

/** A new token: the server keeps only its hash, so that it is not shown again. */
export function ShownOnce({ title, description, token, then, command, onClose }: Props) {
  return (
    <Dialog
      open
      locked
      size="sm"
      onOpenChange={() => {}}
      title={title}
      description={description}
      footer={<Button onClick={onClose}>{t("done")}</Button>}
    >
      <div className="space-y-3">
        <code className="block break-all rounded-control bg-subtle p-3 font-mono text-sm">{token}</code>
        <CopyButton text={token} label={t("copyToken")} variant="secondary" />
        <p className="text-ink-2 text-sm">{then}</p>
        <code className="block break-all rounded-control bg-subtle p-3 font-mono text-xs">{command}</code>
      </div>
    </Dialog>
  );
}
