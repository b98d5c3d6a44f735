import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button, ButtonLink } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PageSpinner } from "@/ui/Spinner";
import { Frame } from "./Frame";
import { t } from "./texts";

const BackToSignIn = () => (
  <ButtonLink to="/login" variant="ghost" className="w-full">
    {t("backToSignIn")}
  </ButtonLink>
);

/** /forgot-password: asks for a mailed link; without a mail server it says whom to ask. */
export default function ForgotPage() {
  const { data, isPending } = useQuery({ ...queryOf("/admin/check-signup-restriction"), retry: false });
  const [email, setEmail] = useState("");
  const [lacking, setLacking] = useState(false);
  const ask = useSend({
    mutationFn: () => api.post("/auth/forgot-password", { body: { email: email.trim() } }),
  });

  if (isPending) return <PageSpinner label={t("checkingServer")} />;
  // After a failure the form is offered: its own reply says what is wrong.
  if (data && !data.resets_by_mail) {
    return (
      <Frame title={t("askTitle")} text={t("askText")}>
        {data.contact && <p>{t.rich("askContact", { contact: <bdi>{data.contact}</bdi> })}</p>}
        <BackToSignIn />
      </Frame>
    );
  }
  if (ask.isSuccess) {
    return (
      <Frame title={t("sentTitle")} text={t.rich("sentText", { email: <bdi>{email.trim()}</bdi> })}>
        <p className="text-muted text-sm">{t("sentHint")}</p>
        <Button variant="secondary" className="w-full" onClick={() => ask.reset()}>
          {t("otherAddress")}
        </Button>
        <BackToSignIn />
      </Frame>
    );
  }
  const fields = ask.error instanceof ApiFailure ? ask.error.fields : {};
  return (
    <Frame title={t("forgotTitle")} text={t("forgotText")}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setLacking(email.trim() === "");
          if (email.trim() !== "") ask.mutate();
        }}
      >
        <Field
          label={t("email")}
          error={lacking && email.trim() === "" ? t("emailRequired") : fields.email}
          required
        >
          <Input
            type="email"
            autoComplete="username"
            placeholder={t("enterEmail")}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        {ask.error && !fields.email && (
          <p role="alert" className="font-medium text-error text-sm">
            {errorText(ask.error)}
          </p>
        )}
        <Button type="submit" busy={ask.isPending} className="w-full">
          {t("sendLink")}
        </Button>
      </form>
      <BackToSignIn />
    </Frame>
  );
}
