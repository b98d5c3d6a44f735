import { useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay } from "lucide-react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import type { Subject } from "./subject";

/** Stops and continues the clock of one test at once: trouble in a room does not wait for a reason. */
export function PauseButton({ subject: { attemptId, name, paused } }: { subject: Subject }) {
  const client = useQueryClient();
  const send = useSend({
    mutationFn: (wish: "pause" | "resume") =>
      wish === "pause"
        ? api.post("/attempts/{id}/pause", { path: { id: attemptId }, body: { reason: "" } })
        : api.post("/attempts/{id}/resume", { path: { id: attemptId }, body: { reason: "" } }),
    onSuccess: (_reply, wish) =>
      toast.success(wish === "pause" ? t("pausedName", { name }) : t("continuedName", { name })),
    onError: (error, wish) =>
      toast.error(t(wish === "pause" ? "pauseFailed" : "continueFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/admin/monitoring", "/invites", "/attempts/{id}/timeline"),
  });
  const Icon = paused ? CirclePlay : CirclePause;
  return (
    <Button
      variant={paused ? "primary" : "secondary"}
      busy={send.isPending}
      icon={Icon}
      onClick={() => send.mutate(paused ? "resume" : "pause")}
    >
      {paused ? t("continueTest") : t("pauseTest")}
    </Button>
  );
}
