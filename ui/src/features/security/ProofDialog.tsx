import { useId, useState } from "react";
import { ApiFailure, errorText } from "@/api/client";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { t } from "./texts";

interface Props<Done> {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  send: (proof: { password: string; code: string }) => Promise<Done>;
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** Asks for password and code before a change of the second factor. */
export function ProofDialog<Done>({
  title,
  text,
  confirmLabel,
  danger = false,
  send,
  onDone,
  onClose,
}: Props<Done>) {
  const id = useId();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const sending = useSend({ mutationFn: () => send({ password, code }), onSuccess: onDone });
  const { error } = sending;
  const fields = error instanceof ApiFailure ? error.fields : {};
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && !sending.isPending && onClose()}
      title={title}
      description={text}
      footer={
        <>
          <Button variant="secondary" disabled={sending.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? "danger" : "primary"}
            busy={sending.isPending}
            disabled={password === "" || code.trim() === ""}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <Field label={t("ownPassword")} error={fields.password} required>
          <PasswordInput
            value={password}
            autoComplete="current-password"
            placeholder={t("enterOwnPassword")}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label={t("anyCode")} hint={t("codeHint")} error={fields.code} required>
          <Input
            value={code}
            autoComplete="one-time-code"
            placeholder={t("enterCode")}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        {error && !fields.password && !fields.code && (
          <p role="alert" className="font-medium text-error text-sm">
            {errorText(error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}
