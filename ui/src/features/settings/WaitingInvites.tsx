import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useOverview } from "@/features/staff-shared/queries";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Sends what was created while no mail server was set up, or was given up: shown once mail is set up. */
export function WaitingInvites() {
  const client = useQueryClient();
  const overview = useOverview().data;
  const send = useSend({
    mutationFn: () =>
      api.post("/invites/actions", {
        body: { action: "resend", filter: { status_filter: "mail_failed" } },
      }),
    onSuccess: ({ results }) => {
      const count = (name: string) => results.filter(({ outcome }) => outcome === name).length;
      if (count("done") > 0) toast.success(t("queued", { count: count("done") }));
      if (count("already") > 0) toast.info(t("queuedAlready", { count: count("already") }));
      if (count("refused") > 0) toast.error(t("notSent", { count: count("refused") }));
      void invalidate(client, "/admin/overview", "/admin/mail-queue", ...INVITES);
    },
    onError: (error) => toast.error(t("sendFailed", { reason: errorText(error) })),
  });
  if (!overview?.sends_mail || overview.failed_mails === 0) return null;
  return (
    <section
      aria-label={t("notSentInvites")}
      className="toned tone-amber flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        {t.rich("notEmailed", {
          count: overview.failed_mails,
          b: (inside) => <strong className="font-semibold">{inside}</strong>,
        })}
      </p>
      <Button size="sm" busy={send.isPending} icon={Send} turns onClick={() => send.mutate()}>
        {t("sendNow", { count: overview.failed_mails })}
      </Button>
    </section>
  );
}
