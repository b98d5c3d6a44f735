import { api, errorText } from "@/api/client";
import type { SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { t } from "./texts";

interface Props {
  session: string;
  person: SessionPerson;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before someone loses the place in a session, as adding the person again brings none of it back. */
export function TakeOutDialog({ session, person, onDone, onClose }: Props) {
  const { invite_id, applicant_name, state, checked_in_at, identity } = person;
  const hasPictures = Boolean(identity?.face_at || identity?.document_at);
  const remove = useSend({
    mutationFn: () =>
      api.put("/sessions/{id}/people", { path: { id: session }, body: { remove: [invite_id] } }),
    onSuccess: onClose,
    onError: (failure) => toast.error(t("takeOutFailed", { reason: errorText(failure) })),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onClose}
      title={t.rich("takeOutQuestion", { name: <bdi>{applicant_name}</bdi> })}
      description={t("takeOutText", {
        done: state === "done" ? "yes" : "no",
        here: checked_in_at ? "yes" : "no",
        pictures: hasPictures ? "yes" : "no",
      })}
      confirmLabel={t("takeOut")}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
