import { useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type Wish = "pause" | "resume";

/** Stops the clocks of all running tests of a session, and continues them (docs/behaviour/taking.md#pause). */
export function PauseAll({ session, people }: { session: string; people: SessionPerson[] }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Wish | null>(null);
  const running = people.filter(({ started_at }) => started_at !== null);
  const paused = running.filter(
    ({ paused_since, break_until }) => paused_since !== null && break_until === null,
  ).length;
  const counted = { pause: running.length - paused, resume: paused };
  const send = useSend({
    mutationFn: (wish: Wish) =>
      wish === "pause"
        ? api.post("/sessions/{id}/pause", { path: { id: session }, body: { reason: "" } })
        : api.post("/sessions/{id}/resume", { path: { id: session }, body: { reason: "" } }),
    onSuccess: ({ changed, refused }, wish) => {
      setAsked(null);
      toast.success(t(wish === "pause" ? "testsPaused" : "testsContinued", { count: changed }));
      if (refused > 0) toast.warning(t("notPaused", { count: refused }));
    },
    onError: (error, wish) =>
      toast.error(t(wish === "pause" ? "pauseFailed" : "continueFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/sessions/{id}/people", "/admin/monitoring"),
  });
  if (running.length === 0) return null;
  return (
    <>
      {counted.pause > 0 && (
        <Button
          variant="secondary"
          size="sm"
          icon={<CirclePause aria-hidden="true" className="size-4" />}
          onClick={() => setAsked("pause")}
        >
          {t("pauseAll")}
        </Button>
      )}
      {counted.resume > 0 && (
        <Button
          size="sm"
          icon={<CirclePlay aria-hidden="true" className="size-4" />}
          onClick={() => setAsked("resume")}
        >
          {t("continueAll")}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && !send.isPending && setAsked(null)}
        title={asked === "resume" ? t("continueQuestion") : t("pauseQuestion")}
        description={
          asked === "resume"
            ? t("continueText", { count: counted.resume })
            : t("pauseText", { count: counted.pause })
        }
        confirmLabel={asked === "resume" ? t("continueAll") : t("pauseAll")}
        busy={send.isPending}
        onConfirm={() => asked && send.mutate(asked)}
      />
    </>
  );
}
