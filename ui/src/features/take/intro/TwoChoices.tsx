import type { ReactNode } from "react";
import { Button } from "@/ui/Button";

export interface TwoChoicesProps {
  onCancel(): void;
  onProceed(): void;
}

/** Cancel and Proceed of the dialogs before a start, with an optional third action between them. */
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
