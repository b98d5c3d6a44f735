import { useState } from "react";
import { api } from "@/api/client";
import { NAMES } from "@/i18n/names";
import { useKept } from "@/lib/kept/useKept";
import { SITE_NAMES } from "@/lib/language";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { Section } from "./Section";
import { TestOutcome } from "./TestOutcome";
import { t } from "./texts";

interface Props {
  path: "/admin/email-settings/test" | "/admin/company-settings/test";
  title: string;
  hint: string;
  button: string;
  sent: string;
  failed: string;
  /** It can be sent in each language of candidates. */
  hasLanguages?: boolean;
  /** Level of its heading. */
  level?: 3 | 4;
}

/** Sends one mail with the saved settings through the invitations' path, and shows the mail server's reply. */
export function TestEmail({
  path,
  title,
  hint,
  button,
  sent,
  failed,
  hasLanguages = false,
  level = 3,
}: Props) {
  const own = useSession((state) => state.user?.email ?? "");
  const [email, setEmail, kept] = useKept(`test email ${path}`, own);
  const [language, setLanguage] = useState("");
  const test = useSend({
    mutationFn: () => api.post(path, { body: { email: email.trim(), ...(language && { language }) } }),
    onSuccess: () => {
      kept.sent();
      toast.success(sent);
    },
    onError: () => toast.error(failed),
  });
  return (
    <Section title={title} level={level} text={hint}>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <Field label={t("sendTo")} className="min-w-56 flex-1">
          <Input type="email" dir="ltr" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        {hasLanguages && (
          <Field label={t("inLanguage")}>
            <Select
              value={language}
              options={[
                { value: "", label: t("candidatesLanguage") },
                ...Object.entries({ ...NAMES, ...SITE_NAMES }).map(([value, label]) => ({
                  value,
                  label,
                  lang: value,
                })),
              ]}
              onChange={(event) => setLanguage(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" variant="secondary" busy={test.isPending} disabled={email.trim() === ""}>
          {button}
        </Button>
        <div role="status" className="basis-full text-sm empty:hidden">
          <TestOutcome test={test} />
        </div>
      </form>
    </Section>
  );
}
