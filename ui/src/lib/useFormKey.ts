import { useRef } from "react";
import { ApiFailure } from "@/api/client";
import type { Kept } from "./kept/useKept";
import { randomKey } from "./random-key";

const HEADER = "Idempotency-Key";

/**
 * The idempotency key of one form: sent again after a lost reply, it creates nothing twice
 * (docs/behaviour/calls.md#calls). It is kept with the text, so that this holds after a reload, and in another tab.
 */
export function useFormKey(kept?: Pick<Kept, "sentAs" | "sendAs">) {
  const key = useRef<string>(undefined);
  const set = (next: string | undefined) => {
    key.current = next;
    kept?.sendAs(next);
  };
  return {
    headers: (): Record<string, string> => {
      const own = key.current ?? kept?.sentAs() ?? randomKey();
      set(own);
      return { [HEADER]: own };
    },
    /** After a success, where the form can be used again. */
    renew: (): void => set(undefined),
    /**
     * After the refusal of changed content under the same key, which says so, sending again creates another record.
     * Returns whether it was this refusal.
     */
    heed: (error: unknown): boolean => {
      const isChanged = error instanceof ApiFailure && HEADER in error.fields;
      if (isChanged) set(undefined);
      return isChanged;
    },
  };
}
