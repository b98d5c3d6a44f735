import { useState } from "react";
import { Dialog } from "@/ui/Dialog";
import { t } from "../panel-texts";
import { QuestionPalette } from "./QuestionPalette";

interface PaletteDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** All questions, opened from the header: on a phone they are nowhere else. */
export function PaletteDialog({ open, onOpenChange }: PaletteDialogProps) {
  const [gone, setGone] = useState(false);
  const goneTo = () => {
    setGone(true);
    onOpenChange(false);
  };
  const focusQuestion = (event: Event) => {
    setGone(false);
    event.preventDefault();
    document.getElementById("question-heading")?.focus({ preventScroll: true });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onCloseFocus={gone ? focusQuestion : undefined}
      size="sm"
      title={t("goToQuestion")}
    >
      <QuestionPalette onGone={goneTo} />
    </Dialog>
  );
}
