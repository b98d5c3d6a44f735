import { DoorOpen } from "lucide-react";
import { api, errorText } from "@/api/client";
import type { SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { toast } from "@/ui/toast";
import { t } from "./texts";

interface Props {
  session: string;
  people: SessionPerson[];
  mayAct: boolean;
  onDone: () => void;
}

/** Those who wait to be let in (docs/behaviour/sessions.md#waiting-room). */
export function WaitingRoom({ session, people, mayAct, onDone }: Props) {
  const waiting = people.filter(({ waits }) => waits);
  const admit = useSend({
    mutationFn: (invites: string[] | "all") =>
      api.post("/sessions/{id}/admit", {
        path: { id: session },
        body: invites === "all" ? { all: true } : { invites },
      }),
    onSuccess: ({ changed }) => toast.success(t("peopleLetIn", { count: changed })),
    onError: (error) => toast.error(t("letInFailed", { reason: errorText(error) })),
    onSettled: onDone,
  });
  const busy = (invite: string) =>
    admit.isPending && admit.variables !== "all" && admit.variables?.includes(invite);
  return (
    <Card
      flush
      title={t("waitingRoomCount", { count: waiting.length })}
      className="print:hidden"
      actions={
        mayAct &&
        waiting.length > 0 && (
          <Button
            size="sm"
            busy={admit.isPending && admit.variables === "all"}
            icon={<DoorOpen aria-hidden="true" className="size-4" />}
            onClick={() => admit.mutate("all")}
          >
            {t("letInAll")}
          </Button>
        )
      }
    >
      {waiting.length === 0 ? (
        <p className="px-5 pb-4 text-muted text-sm">{t("noOneWaits")}</p>
      ) : (
        <ul className="max-h-80 divide-y divide-line overflow-y-auto">
          {waiting.map(({ invite_id, applicant_name, applicant_email, checked_in_at }) => (
            <li key={invite_id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-2">
              <div className="min-w-0">
                <p className="font-medium">
                  <bdi>{applicant_name}</bdi>
                </p>
                <p className="break-all text-muted text-xs">
                  {checked_in_at ? applicant_email : t("notCheckedIn", { email: applicant_email })}
                </p>
              </div>
              {mayAct && (
                <Button
                  size="sm"
                  variant="secondary"
                  busy={busy(invite_id)}
                  aria-label={t("letInNamed", { name: applicant_name })}
                  onClick={() => admit.mutate([invite_id])}
                >
                  {t("letIn")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
