import { clsx } from "clsx";
import { DoorOpen } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { ExamSession, SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { toast } from "@/ui/toast";
import { AskAgainDialog } from "./AskAgainDialog";
import { IdentityPair } from "./IdentityPair";
import { t } from "./texts";

/** When the newest picture arrived that is shown: of one that arrives meanwhile, the server speaks first. */
function newest({ identity }: SessionPerson): string | null {
  const times = [identity?.face_at, identity?.document_at].filter((at) => typeof at === "string");
  return times.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}

interface Props {
  session: ExamSession;
  people: SessionPerson[];
  mayAct: boolean;
  onDone: () => void;
}

/** Those who wait to be let in (docs/behaviour/sessions.md#waiting-room). */
export function WaitingRoom({ session, people, mayAct, onDone }: Props) {
  const [asked, setAsked] = useState<SessionPerson>();
  const comparing = session.identity !== "none";
  const waiting = people.filter(({ waits }) => waits);
  const admit = useSend({
    mutationFn: (whom: SessionPerson | "all") =>
      api.post("/sessions/{id}/admit", {
        path: { id: session.id },
        body: whom === "all" ? { all: true } : { invites: [whom.invite_id], seen_at: newest(whom) },
      }),
    onSuccess: ({ changed }) => toast.success(t("peopleLetIn", { count: changed })),
    onError: (error) => toast.error(t("letInFailed", { reason: errorText(error) })),
    onSettled: onDone,
  });
  const busy = (invite: string) =>
    admit.isPending && admit.variables !== "all" && admit.variables?.invite_id === invite;
  return (
    <Card
      flush
      title={t("waitingRoomCount", { count: waiting.length })}
      className="print:hidden"
      actions={
        mayAct &&
        !comparing &&
        waiting.length > 0 && (
          <Button
            size="sm"
            busy={admit.isPending && admit.variables === "all"}
            icon={DoorOpen}
            onClick={() => admit.mutate("all")}
          >
            {t("letInAll")}
          </Button>
        )
      }
    >
      {mayAct && comparing && waiting.length > 0 && (
        <p className="px-5 pt-3 pb-1 text-muted text-sm">{t("letInByName")}</p>
      )}
      {waiting.length === 0 ? (
        <p className="px-5 py-3 text-muted text-sm">{t("noOneWaits")}</p>
      ) : (
        <ul
          className={clsx(
            "overflow-y-auto",
            comparing ? "grid max-h-[40rem] gap-3 p-5 pt-3 lg:grid-cols-2" : "max-h-80 divide-y divide-line",
          )}
        >
          {waiting.map((person) => (
            <Waiting
              key={person.invite_id}
              session={session}
              person={person}
              mayAct={mayAct}
              busy={busy(person.invite_id)}
              onAdmit={() => admit.mutate(person)}
              onAskAgain={() => setAsked(person)}
            />
          ))}
        </ul>
      )}
      {asked && <AskAgainDialog session={session.id} person={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

interface WaitingProps {
  session: ExamSession;
  person: SessionPerson;
  mayAct: boolean;
  busy: boolean;
  onAdmit: () => void;
  onAskAgain: () => void;
}

/** One of those who wait; with the pictures, where the session asks for them, for those who may let people in. */
function Waiting({ session, person, mayAct, busy, onAdmit, onAskAgain }: WaitingProps) {
  const { invite_id, applicant_name: name, applicant_email: email, checked_in_at, identity } = person;
  const comparing = mayAct && session.identity !== "none";
  const hasPictures = identity !== null && (identity.face_at !== null || identity.document_at !== null);
  return (
    <li
      className={clsx(
        "flex flex-wrap items-center justify-between gap-3",
        session.identity === "none" ? "px-5 py-3" : "content-start rounded-control border border-line p-4",
      )}
    >
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="break-all text-muted text-xs">{checked_in_at ? email : t("notCheckedIn", { email })}</p>
      </div>
      {mayAct && (
        <div className="flex flex-wrap gap-2 max-sm:flex-row-reverse max-sm:justify-end">
          {comparing && hasPictures && (
            <Button size="sm" variant="ghost" aria-label={t("askAgainNamed", { name })} onClick={onAskAgain}>
              {t("askAgain")}
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            busy={busy}
            aria-label={t("letInNamed", { name })}
            onClick={onAdmit}
          >
            {t("letIn")}
          </Button>
        </div>
      )}
      {comparing &&
        (identity ? (
          <IdentityPair
            session={session.id}
            invite={invite_id}
            name={name}
            identity={identity}
            both={session.identity === "face_and_document"}
          />
        ) : (
          <p className="w-full text-muted text-xs">{t("picturesErased")}</p>
        ))}
    </li>
  );
}
