import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog";
import { t } from "./controls-texts";

/**
 * Asks before a dialog is closed with input in it. `lost` describes what would be lost, or is null if nothing would.
 * Returns the function that closes the dialog, and the question, to be rendered inside it.
 */
export function useDiscardGuard(
  lost: string | null,
  onClose: () => void,
): [close: () => void, question: ReactNode] {
  const [asking, setAsking] = useState(false);
  const question = (
    <ConfirmDialog
      open={asking}
      onOpenChange={setAsking}
      title={t("discardTitle")}
      description={lost}
      cancelLabel={t("keepEditing")}
      confirmLabel={t("discardChanges")}
      danger
      onConfirm={onClose}
    />
  );
  return [() => (lost === null ? onClose() : setAsking(true)), question];
}
