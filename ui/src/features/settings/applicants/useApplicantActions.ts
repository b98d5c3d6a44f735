import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { INVITES, NOTIFICATIONS, RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { ApplicantRow } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Actions on one applicant; each refreshes the list. */
export function useApplicantActions(applicant: ApplicantRow, onDone: () => void) {
  const client = useQueryClient();
  const path = { id: applicant.id };
  const refresh = () => invalidate(client, "/admin/applicants");

  const status = useSend({
    mutationFn: (next: "active" | "inactive") =>
      api.put("/admin/applicants/{id}/status", { path, body: { status: next } }),
    onSuccess: (_, next) => {
      toast.success(next === "active" ? t("activated") : t("deactivated"));
      void refresh();
      onDone();
    },
    onError: (error) => toast.error(t("statusFailed", { reason: errorText(error) })),
  });

  const mailbox = useSend({
    mutationFn: () => api.post("/admin/applicants/{id}/confirm-mailbox", { path }),
    onSuccess: () => {
      toast.success(t("confirmed"));
      void refresh();
      onDone();
    },
    onError: (error) => toast.error(t("confirmFailed", { reason: errorText(error) })),
  });

  const erase = useSend({
    // The request that was read: one that someone has declined meanwhile erases no one.
    mutationFn: () =>
      api.delete("/admin/applicants/{id}", { path, query: { version: applicant.erasure?.version ?? null } }),
    onSuccess: ({ message }) => {
      toast.success(message || t("deleted"));
      void invalidate(
        client,
        "/admin/overview",
        "/admin/scoring-queue",
        ...INVITES,
        ...RESULTS,
        ...NOTIFICATIONS,
      );
      void refresh();
      onDone();
    },
    onError: (error) => {
      toast.error(t("deleteFailed", { reason: errorText(error) }));
      void refresh();
    },
  });

  return { status, mailbox, erase };
}
