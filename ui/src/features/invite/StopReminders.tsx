import { useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useParams } from "react-router-dom";
import { api, errorText } from "@/api/client";
import { useSend } from "@/lib/useSend";
import { Button, ButtonLink } from "@/ui/Button";
import { QuotedTitle } from "@/ui/TestTitle";
import { InviteFrame, InviteSkeleton } from "./InviteFrame";
import { inviteQuery } from "./query";
import { t } from "./texts";

/** /stop-reminders/:token: nothing happens until the button is pressed, because mail scanners open links. */
export function StopReminders() {
  const { token = "" } = useParams();
  const { data, error } = useQuery(inviteQuery(token));
  const stop = useSend({
    mutationFn: () => api.post("/invites/token/{token}/stop-reminders", { path: { token }, auth: "none" }),
  });
  if (!data && !error) {
    return (
      <InviteFrame>
        <InviteSkeleton />
      </InviteFrame>
    );
  }
  const stopped = stop.isSuccess || !!data?.invite.reminders_stopped_at;
  const failure = stop.error ?? error;
  return (
    <InviteFrame company={data?.company}>
      <title>{t("remindersPageTitle")}</title>
      <div className="px-6 py-10 text-center">
        <span
          aria-hidden="true"
          className="mx-auto grid size-12 place-items-center rounded-full bg-subtle text-ink-2"
        >
          <BellOff className="size-6" />
        </span>
        <h1 className="mt-4 font-semibold text-ink text-xl">
          {stopped ? t("noMoreReminders") : t("stopRemindersQuestion")}
        </h1>
        {data && (
          <p role="status" className="mt-2 text-ink-2">
            {t.rich(stopped ? "remindersStopped" : "remindersWouldStop", {
              title: <QuotedTitle test={data.test} />,
            })}
          </p>
        )}
        {failure && (
          <p role="alert" className="mt-2 font-medium text-error">
            {errorText(failure)}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {data && !stopped && (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              {t("stopReminders")}
            </Button>
          )}
          {data && (
            <ButtonLink variant="secondary" to={`/test-invite/${encodeURIComponent(token)}`}>
              {t("openInvitation")}
            </ButtonLink>
          )}
        </div>
      </div>
    </InviteFrame>
  );
}
