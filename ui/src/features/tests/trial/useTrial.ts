import { useRef } from "react";
import { api, errorText } from "@/api/client";
import type { TestInput } from "@/api/types";
import { t } from "@/features/tests/check-texts";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";

/** A stored test, or one as it is in the editor. */
type Tried = { test: string } | { draft: TestInput };

const opened = (tried: Tried) =>
  "test" in tried
    ? api.post("/tests/{id}/trial", { path: { id: tried.test } })
    : api.post("/trials", { body: tried.draft });

/** Opens a trial in a tab of its own. */
export function useTrial() {
  const tab = useRef<Window>(null);
  const send = useSend({
    mutationFn: opened,
    onSuccess: ({ token }) => tab.current?.location.replace(`/take-test/${token}`),
    onError: (error) => {
      tab.current?.close();
      toast.error(t("trialNotOpened", { reason: errorText(error) }));
    },
    onSettled: () => {
      tab.current = null;
    },
  });
  const start = (tried: Tried) => {
    if (tab.current) return;
    // With the click: a browser blocks what opens after a reply.
    const fresh = window.open("", "_blank");
    if (!fresh) {
      toast.error(t("tabBlocked"));
      return;
    }
    fresh.opener = null;
    tab.current = fresh;
    send.mutate(tried);
  };
  return { start, error: send.error, isPending: send.isPending, reset: send.reset };
}
