import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { api, errorText } from "@/api/client";
import { NOTIFICATIONS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Notification } from "@/api/types";
import { preselect } from "@/lib/preselect";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "../texts";

/** Actions on one notification and on all (texts: docs/behaviour/calls.md#error-texts). */
export function useNotificationActions(onLeave: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => invalidate(client, ...NOTIFICATIONS);

  const open = useSend({
    mutationFn: async (notification: Notification) => {
      if (!notification.is_read)
        await api.post("/admin/notifications/{id}/mark-read", { path: { id: notification.id } });
      return notification;
    },
    onSuccess: ({ type, data, is_read }) => {
      void refresh();
      if (type === "erasure_asked") {
        onLeave();
        navigate("/admin?settings=applicants&erasure=asked");
        return;
      }
      const { invite_id, applicant_email, submission_id } = data;
      const isOfTest = type === "test_started" || type === "code_not_judged" || type === "late_answer";
      if (!isOfTest && !is_read) toast.success(t("markedAsRead"));
      if (!isOfTest && !(type === "test_submitted" && submission_id)) return;
      if (submission_id) {
        onLeave();
        navigate(`/admin?tab=results&date=all&result=${encodeURIComponent(submission_id)}`);
        return;
      }
      if (!invite_id || !applicant_email) {
        toast.error(t("invalidNotification"));
        return;
      }
      preselect(invite_id, applicant_email);
      toast.success(t("redirecting", { email: applicant_email }));
      onLeave();
      navigate("/monitoring");
    },
    onError: () => toast.error(t("notificationFailed")),
  });

  const readAll = useSend({
    mutationFn: () => api.post("/admin/notifications/mark-all-read"),
    onSuccess: () => void refresh(),
    onError: () => toast.error(t("notificationFailed")),
  });

  const clear = useSend({
    mutationFn: () => api.delete("/admin/notifications/clear-all"),
    onSuccess: () => {
      void refresh();
      toast.success(t("allCleared"));
    },
    onError: (error) => toast.error(t("clearFailed", { reason: errorText(error) })),
  });

  return { open, readAll, clear };
}
