import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import type { ApplicantRow } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";

/** Actions on one applicant; each refreshes the list. */
export function useApplicantActions(applicant: ApplicantRow, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["applicants"] });

  const status = useSend({
    mutationFn: (next: "active" | "inactive") =>
      api.put<ApplicantRow>(`/admin/applicants/${applicant.id}/status`, { body: { status: next } }),
    onSuccess: (_, next) => {
      toast.success(next === "active" ? "Applicant activated" : "Applicant deactivated");
      void refresh();
      onDone();
    },
    onError: (error) => toast.error(`Failed to update applicant status: ${errorText(error)}`),
  });

  const mailbox = useSend({
    mutationFn: () => api.post<ApplicantRow>(`/admin/applicants/${applicant.id}/confirm-mailbox`),
    onSuccess: () => {
      toast.success("Mailbox confirmed");
      void refresh();
      onDone();
    },
    onError: (error) => toast.error(`Failed to confirm the mailbox: ${errorText(error)}`),
  });

  const erase = useSend({
    mutationFn: () => api.delete<{ message: string }>(`/admin/applicants/${applicant.id}`),
    onSuccess: ({ message }) => {
      toast.success(message || "Applicant deleted");
      for (const key of ["invites", "overview", "results", "queue", "notifications", "monitorable"])
        void client.invalidateQueries({ queryKey: [key] });
      void refresh();
      onDone();
    },
    onError: (error) => toast.error(`Failed to delete applicant: ${errorText(error)}`),
  });

  return { status, mailbox, erase };
}
