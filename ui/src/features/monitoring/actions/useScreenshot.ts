import { useQueryClient } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { capture, type Source, storeScreenshot } from "./screenshot";

/** Stores the current frame with the attempt. */
export function useScreenshot(attemptId: string) {
  const client = useQueryClient();
  return useSend({
    mutationFn: async (source: Source | null) => {
      const blob = await capture(source);
      if (!blob) throw new Error("there is no picture on the screen now.");
      return storeScreenshot(attemptId, blob);
    },
    onSuccess: () => {
      void invalidate(client, "/attempts/{id}/timeline");
      toast.success("Screenshot stored");
    },
    onError: (error) => toast.error(`Take Screenshot failed: ${errorText(error)}`),
  });
}
