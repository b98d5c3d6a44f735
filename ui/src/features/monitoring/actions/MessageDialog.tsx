import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { isBlank } from "@/lib/invisible";
import { type Kept, useKept } from "@/lib/kept/useKept";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import type { Subject } from "./subject";

/** Maximum characters; the server rejects more. */
export const MESSAGE_MAX = 1000;

export function useSendMessage(attemptId: string, kept: Kept, done: () => void) {
  const client = useQueryClient();
  const formKey = useFormKey(kept);
  return useSend({
    mutationFn: (text: string) =>
      api.post("/attempts/{id}/messages", {
        path: { id: attemptId },
        body: { text },
        headers: formKey.headers(),
      }),
    onSuccess: () => {
      formKey.renew();
      kept.sent();
      void invalidate(client, "/attempts/{id}/messages", "/attempts/{id}/timeline");
      toast.success(t("messageSent"));
      done();
    },
    onError: (error) => {
      formKey.heed(error);
      toast.error(t("messageFailed", { reason: errorText(error) }));
    },
  });
}

export function MessageDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const [text, setText, kept] = useKept(`message ${subject.attemptId}`, "");
  const [checked, setChecked] = useState(false);
  const send = useSendMessage(subject.attemptId, kept, onClose);
  const missing = isBlank(text);
  return (
    <FormDialog
      size="sm"
      title={t("sendMessage")}
      description={t.rich("messageText", { name: subject.name, b: (inside) => <bdi>{inside}</bdi> })}
      submit={t("sendMessage")}
      busy={send.isPending}
      kept={kept}
      onSubmit={() => {
        setChecked(true);
        if (!missing) send.mutate(text.trim());
      }}
      onClose={onClose}
    >
      <Field label={t("message")} error={checked && missing ? t("writeMessage") : undefined} required>
        <Textarea
          rows={4}
          value={text}
          maxLength={MESSAGE_MAX}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
