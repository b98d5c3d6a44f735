import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { api, errorText } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useOverview } from "@/features/staff-shared/queries";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";

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
      if (count("done") > 0) toast.success(`${plural(count("done"), "invitation")} queued`);
      if (count("already") > 0)
        toast.info(`${plural(count("already"), "invitation")} queued a moment ago already`);
      if (count("refused") > 0)
        toast.error(`${plural(count("refused"), "invitation")} not sent: the list says why`);
      void invalidate(client, "/admin/overview", "/admin/mail-queue", ...INVITES);
    },
    onError: (error) => toast.error(`Failed to send: ${errorText(error)}`),
  });
  if (!overview?.sends_mail || overview.failed_mails === 0) return null;
  const one = overview.failed_mails === 1;
  return (
    <section
      aria-label="Invitations that were not sent"
      className="toned tone-amber flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">
          {plural(overview.failed_mails, "invitation")} {one ? "was" : "were"} created, but not emailed.
        </strong>{" "}
        {one ? "The person has" : "These people have"} not started yet.
      </p>
      <Button
        size="sm"
        busy={send.isPending}
        icon={<Send aria-hidden="true" className="size-4" />}
        onClick={() => send.mutate()}
      >
        Send {one ? "it" : "them"} now
      </Button>
    </section>
  );
}
