import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { EmailSettings } from "@/api/types";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { bodyOf, type EmailValues, emailSchema, valuesOf } from "./email-form";
import { Section } from "./Section";
import { SettingsConflict } from "./SettingsConflict";
import { t } from "./texts";
import { useSettingsConflict } from "./useSettingsConflict";

const tls = () => [
  { value: "starttls", label: t("starttls") },
  { value: "implicit", label: t("implicitTls") },
  { value: "none", label: t("noTls") },
];

const labels = () => ({
  smtpHost: t("smtpHost"),
  smtpPort: t("smtpPort"),
  smtpTls: t("encryption"),
  smtpUser: t("smtpUser"),
  fromEmail: t("fromEmail"),
  fromName: t("fromName"),
  ehloName: t("ehloName"),
  closingReminders: t("remindShort"),
});

export function EmailForm({ settings }: { settings: EmailSettings }) {
  const form = useForm<EmailValues>({
    resolver: zodResolver(emailSchema),
    defaultValues: valuesOf(settings),
  });
  const client = useQueryClient();
  const { register, watch, formState } = form;
  const { back, submit, conflict } = useSettingsConflict({
    form,
    settings,
    query: queryOf("/admin/email-settings"),
    valuesOf,
    secrets: ["smtpPassword", "removePassword"],
    put: (values, version) => api.put("/admin/email-settings", { body: { ...bodyOf(values), version } }),
    saved: () => {
      toast.success(t("emailSaved"));
      void invalidate(client, "/admin/overview");
    },
    failed: (error) => toast.error(t("emailNotSaved", { reason: errorText(error) })),
  });
  const { errors, isSubmitting } = formState;
  const removing = watch("removePassword");

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TypedNotice kept={back} />
      <Section level={4} title={t("mailServer")}>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
          <Field label={t("smtpHost")} error={errors.smtpHost?.message} required>
            <Input {...register("smtpHost")} dir="ltr" placeholder="mail.example.org" />
          </Field>
          <Field label={t("smtpPort")} error={errors.smtpPort?.message} required>
            <Input {...register("smtpPort")} dir="ltr" inputMode="numeric" placeholder="587" />
          </Field>
          <Field label={t("encryption")} error={errors.smtpTls?.message} className="sm:col-span-2">
            <Select {...register("smtpTls")} options={tls()} />
          </Field>
        </div>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Field label={t("smtpUser")} error={errors.smtpUser?.message} hint={t("smtpUserHint")}>
            <Input {...register("smtpUser")} dir="ltr" autoComplete="off" />
          </Field>
          <Field
            label={t("smtpPassword")}
            error={errors.smtpPassword?.message}
            hint={settings.hasPassword ? t("passwordStored") : t("storedEncrypted")}
          >
            <Input
              {...register("smtpPassword")}
              type="password"
              dir="ltr"
              autoComplete="new-password"
              disabled={removing}
            />
          </Field>
        </div>
        {settings.hasPassword && <Checkbox {...register("removePassword")} label={t("removePassword")} />}
        <Field
          label={t("ehloName")}
          error={errors.ehloName?.message}
          hint={settings.ehloNameDefault ? t("ehloHint") : t("ehloHintEmpty")}
        >
          <Input
            {...register("ehloName")}
            dir="ltr"
            placeholder={settings.ehloNameDefault || "exams.example.org"}
          />
        </Field>
      </Section>
      <Section level={4} title={t("sender")}>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Field label={t("fromEmail")} error={errors.fromEmail?.message} required>
            <Input {...register("fromEmail")} type="email" dir="ltr" placeholder="tests@example.org" />
          </Field>
          <Field label={t("fromName")} error={errors.fromName?.message} required>
            <Input {...register("fromName")} placeholder={t("fromNameExample")} />
          </Field>
        </div>
      </Section>
      <Section level={4} title={t("reminders")}>
        <Checkbox {...register("closingReminders")} label={t("remind")} hint={t("remindHint")} />
      </Section>
      {conflict && <SettingsConflict {...conflict} what={t("theEmailSettings")} labels={labels()} />}
      {/* In view while the form is longer than the panel, over the padding at its end. */}
      <div className="sticky -bottom-5 z-10 -mb-5 flex justify-end border-line border-t bg-surface pt-3 pb-5">
        <Button type="submit" busy={isSubmitting} disabled={conflict !== null}>
          {t("saveEmail")}
        </Button>
      </div>
    </form>
  );
}
