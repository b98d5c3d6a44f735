import { useState } from "react";
import { useParams } from "react-router-dom";
import { ApiFailure, api, errorText } from "@/api/client";
import { passwordProblem } from "@/lib/strength";
import { useSend } from "@/lib/useSend";
import { Button, ButtonLink } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import { Frame } from "./Frame";
import { t } from "./texts";

/** Refusals of the link itself: typing the password again does not help. */
const isRefused = (error: unknown) => error instanceof ApiFailure && [403, 404, 410].includes(error.status);

/** /reset-password/:token: sets a new password with the mailed link. */
export default function ResetPage() {
  const { token = "" } = useParams();
  const [password, setPassword] = useState("");
  const [checked, setChecked] = useState(false);
  const set = useSend({
    mutationFn: () => api.post("/auth/reset-password", { body: { token, new_password: password } }),
  });
  const problem = passwordProblem(password);

  if (set.isSuccess) {
    return (
      <Frame title={t("doneTitle")} text={t("doneText")}>
        <ButtonLink to="/login" className="w-full">
          {t("goToSignIn")}
        </ButtonLink>
      </Frame>
    );
  }
  if (isRefused(set.error)) {
    return (
      <Frame title={t("badTitle")} text={errorText(set.error)}>
        <ButtonLink to="/forgot-password" className="w-full">
          {t("requestAnother")}
        </ButtonLink>
        <ButtonLink to="/login" variant="ghost" className="w-full">
          {t("backToSignIn")}
        </ButtonLink>
      </Frame>
    );
  }
  const fields = set.error instanceof ApiFailure ? set.error.fields : {};
  return (
    <Frame title={t("newTitle")} text={t("newText")}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!problem) set.mutate();
        }}
      >
        <Field
          label={t("newPassword")}
          error={(checked && problem) || fields.new_password || undefined}
          hint={<StrengthHint password={password} />}
          required
        >
          <PasswordInput
            value={password}
            autoComplete="new-password"
            placeholder={t("enterNewPassword")}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {set.error && !fields.new_password && (
          <p role="alert" className="font-medium text-error text-sm">
            {errorText(set.error)}
          </p>
        )}
        <Button type="submit" busy={set.isPending} className="w-full">
          {t("setPassword")}
        </Button>
      </form>
    </Frame>
  );
}
