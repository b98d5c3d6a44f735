import { type ReactNode, useId, useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import { accountText } from "@/lib/account-texts";
import { passwordProblem } from "@/lib/strength";
import { useSend } from "@/lib/useSend";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Field } from "./Field";
import { PasswordInput, StrengthHint } from "./PasswordInput";
import { toast } from "./toast";

interface Props {
  /** The admin whose password changes; if absent, the signed-in account's, which requires the current password. */
  admin?: User;
  /** Consequence of a new password for this account. */
  note?: ReactNode;
  onClose: () => void;
}

export function ChangePasswordDialog({ admin, note, onClose }: Props) {
  const formId = useId();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [checked, setChecked] = useState(false);
  const problem = passwordProblem(next);
  const change = useSend({
    mutationFn: () =>
      admin
        ? api.put("/admin/change-password/{admin_id}", {
            path: { admin_id: admin.id },
            body: { new_password: next },
          })
        : api.put("/auth/change-password", { body: { current_password: current, new_password: next } }),
    onSuccess: () => {
      toast.success(accountText("passwordChanged"));
      onClose();
    },
    onError: (error) => toast.error(accountText("failedToChange", { reason: errorText(error) })),
  });
  const refused = change.error instanceof ApiFailure ? change.error.fields : {};
  const lacksCurrent = !admin && current === "";
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title={accountText("changePassword")}
      description={
        admin
          ? accountText.rich("signsOutOther", { name: <bdi>{admin.full_name}</bdi> })
          : accountText("staysSignedIn")
      }
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            {accountText("cancel")}
          </Button>
          <Button type="submit" form={formId} busy={change.isPending}>
            {accountText("changePassword")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (lacksCurrent) toast.error(accountText("fillIn"), { id: "password" });
          else if (problem) toast.error(problem, { id: "password" });
          else change.mutate();
        }}
      >
        {note && (
          <p role="note" className="toned tone-amber rounded-control p-3 text-sm">
            {note}
          </p>
        )}
        {!admin && (
          <Field
            label={accountText("currentPassword")}
            error={checked && lacksCurrent ? accountText("enterCurrentPassword") : refused.current_password}
            required
          >
            <PasswordInput
              value={current}
              autoComplete="current-password"
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
        )}
        <Field
          label={accountText("newPassword")}
          error={(checked && problem) || refused.new_password || undefined}
          hint={<StrengthHint password={next} />}
          required
        >
          <PasswordInput
            value={next}
            autoComplete="new-password"
            placeholder={accountText("enterNewPassword")}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
