import { useEffect } from "react";
import { toast } from "./toast";

/** Shows a load failure once as a toast; the screen offers the retry. */
export function useFailureToast(error: unknown, text: string): void {
  const failed = Boolean(error);
  useEffect(() => {
    if (failed) toast.error(text, { id: text });
  }, [failed, text]);
}
