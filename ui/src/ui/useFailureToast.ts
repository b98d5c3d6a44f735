import { useEffect } from "react";
import { toast } from "./toast";

/** Says once that something could not be loaded; the screen itself offers the retry. */
export function useFailureToast(error: unknown, text: string): void {
  const failed = Boolean(error);
  useEffect(() => {
    if (failed) toast.error(text, { id: text });
  }, [failed, text]);
}
