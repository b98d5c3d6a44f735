import { useRef } from "react";
import { ApiFailure } from "@/api/client";
import { randomKey } from "./random-key";

const HEADER = "Idempotency-Key";

/**
 * The idempotency key of one form: sent again after a lost reply, it creates nothing twice
 * (docs/behaviour/calls.md#calls).
 */
export function useFormKey() {
  const key = useRef<string>(undefined);
  return {
    headers: (): Record<string, string> => {
      key.current ??= randomKey();
      return { [HEADER]: key.current };
    },
    /** After a success, where the form can be used again. */
    renew: (): void => {
      key.current = undefined;
    },
    /**
     * After the refusal of changed content under the same key, which says so, sending again creates another record.
     * Returns whether it was this refusal.
     */
    heed: (error: unknown): boolean => {
      const isChanged = error instanceof ApiFailure && HEADER in error.fields;
      if (isChanged) key.current = undefined;
      return isChanged;
    },
  };
}
