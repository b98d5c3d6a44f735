import { useRef } from "react";
import { ApiFailure } from "@/api/client";

const HEADER = "Idempotency-Key";
const KEY_BYTES = 16;

/** Works on plain http too, where there is no `crypto.randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The idempotency key of one form: sent again after a lost reply, it creates nothing twice
 * (docs/behaviour/calls.md#calls).
 */
export function useFormKey() {
  const key = useRef<string>(undefined);
  return {
    headers: (): Record<string, string> => {
      key.current ??= newKey();
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
