import type { ReactNode } from "react";
import { Button } from "@/ui/Button";

export interface TwoChoicesProps {
  onCancel(): void;
  onProceed(): void;
}

/** Cancel and Proceed, as the dialogs before a start have them (spec §2); another way may stand between them. */
export function TwoChoices({ onCancel, onProceed, children }: TwoChoicesProps & { children?: ReactNode }) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      {children}
      <Button onClick={onProceed}>Proceed</Button>
    </>
  );
}
