import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { ExamSession, SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { inputOf } from "./form";
import { ALL, assigned, DIVIDED } from "./shares";
import { t } from "./texts";

interface Props {
  session: ExamSession;
  people: SessionPerson[];
  /** Those whom the list shows. */
  chosen: SessionPerson[];
  onClose: () => void;
}

/** Says which proctor looks after the people whom the list shows (docs/behaviour/sessions.md#sessions-5). */
export function ShareDialog({ session, people, chosen, onClose }: Props) {
  const client = useQueryClient();
  const { proctors } = session;
  const [choice, setChoice] = useState(proctors.length > 1 ? DIVIDED : (proctors[0]?.account_id ?? ALL));
  const assign = useSend({
    mutationFn: () =>
      api.put("/sessions/{id}", {
        path: { id: session.id },
        body: {
          ...inputOf(session),
          proctors: assigned(session, people, chosen, choice),
          version: session.version,
        },
      }),
    onSuccess: onClose,
    onError: (error) => toast.error(t("assignFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/sessions", "/sessions/{id}", "/sessions/{id}/people"),
  });
  const options = [
    ...(proctors.length > 1 ? [{ value: DIVIDED, label: t("divideByName") }] : []),
    ...proctors.map(({ account_id, name }) => ({ value: account_id, label: name, dir: "auto" as const })),
    { value: ALL, label: t("allProctors") },
  ];
  return (
    <FormDialog
      size="sm"
      title={t("assignPeople")}
      description={t("assignText", { count: chosen.length })}
      submit={t("assign")}
      busy={assign.isPending}
      onSubmit={() => assign.mutate()}
      onClose={onClose}
    >
      <Field label={t("lookedAfterBy")} hint={t("assignHint")}>
        <Select value={choice} options={options} onChange={(event) => setChoice(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
