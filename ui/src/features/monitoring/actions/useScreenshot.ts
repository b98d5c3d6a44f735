import { useQueryClient } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { capture, type Source, storeScreenshot } from "./screenshot";

/** Stores the current frame with the attempt. */
export function useScreenshot(attemptId: string) {
  const client = useQueryClient();
  return useSend({
    mutationFn: async (source: Source | null) => {
      const blob = await capture(source);
      if (!blob) throw new Error(t("noPictureNow"));
      return storeScreenshot(attemptId, blob);
    },
    onSuccess: () => {
      void invalidate(client, "/attempts/{id}/timeline");
      toast.success(t("screenshotStored"));
    },
    onError: (error) => toast.error(t("screenshotFailed", { reason: errorText(error) })),
  });
}
