import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiFailure, api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { EmailSettings } from "@/api/types";
import { useOnce } from "@/lib/useOnce";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { bodyOf, type EmailValues, emailSchema, valuesOf } from "./email-form";
import { SettingsConflict } from "./SettingsConflict";
import { useSettingsConflict } from "./useSettingsConflict";

const TLS = [
  { value: "starttls", label: "STARTTLS (usual on port 587)" },
  { value: "implicit", label: "TLS from the start (usual on port 465)" },
  { value: "none", label: "None (only inside a trusted network)" },
];

const LABELS = {
  smtpHost: "SMTP host",
  smtpPort: "SMTP port",
  smtpTls: "Encryption",
  smtpUser: "SMTP user",
  fromEmail: "From email",
  fromName: "From name",
  ehloName: "EHLO name",
  closingReminders: "Remind candidates",
};

export function EmailForm({ settings }: { settings: EmailSettings }) {
  const form = useForm<EmailValues>({
    resolver: zodResolver(emailSchema),
    defaultValues: valuesOf(settings),
  });
  const { register, handleSubmit, setError, watch, formState } = form;
  const { back, base, begin, meets, keep, theirs, rows } = useSettingsConflict({
    form,
    settings,
    query: queryOf("/admin/email-settings"),
    valuesOf,
    secrets: ["smtpPassword", "removePassword"],
  });
  const { errors, isSubmitting } = formState;
  const removing = watch("removePassword");

  const once = useOnce();
  const client = useQueryClient();
  const submit = handleSubmit(
    once(async (values) => {
      try {
        begin(await api.put("/admin/email-settings", { body: { ...bodyOf(values), version: base.version } }));
        toast.success("Email settings updated successfully!");
        void invalidate(client, "/admin/overview");
      } catch (error) {
        if (await meets(error)) return;
        if (error instanceof ApiFailure) {
          for (const [field, message] of Object.entries(error.fields)) {
            if (field in emailSchema.shape) setError(field as keyof EmailValues, { message });
          }
        }
        toast.error(`Failed to update email settings: ${errorText(error)}`);
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TypedNotice kept={back} />
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field label="SMTP host" error={errors.smtpHost?.message} required>
          <Input {...register("smtpHost")} dir="ltr" placeholder="mail.example.org" />
        </Field>
        <Field label="SMTP port" error={errors.smtpPort?.message} required>
          <Input {...register("smtpPort")} dir="ltr" inputMode="numeric" placeholder="587" />
        </Field>
      </div>
      <Field label="Encryption" error={errors.smtpTls?.message}>
        <Select {...register("smtpTls")} options={TLS} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="SMTP user"
          error={errors.smtpUser?.message}
          hint="Leave empty if the server needs no sign-in."
        >
          <Input {...register("smtpUser")} dir="ltr" autoComplete="off" />
        </Field>
        <Field
          label="SMTP password"
          error={errors.smtpPassword?.message}
          hint={settings.hasPassword ? "One is stored. Leave this empty to keep it." : "Stored encrypted."}
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
      {settings.hasPassword && (
        <Checkbox {...register("removePassword")} label="Remove the stored password" />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From email" error={errors.fromEmail?.message} required>
          <Input {...register("fromEmail")} type="email" dir="ltr" placeholder="tests@example.org" />
        </Field>
        <Field label="From name" error={errors.fromName?.message} required>
          <Input {...register("fromName")} placeholder="Interview Platform" />
        </Field>
      </div>
      <Field
        label="EHLO name"
        error={errors.ehloName?.message}
        hint={
          settings.ehloNameDefault
            ? "The full host name that this machine tells the mail server. Leave empty for the host of the public URL."
            : "The full host name that this machine tells the mail server. While it is empty, its address is used, which some servers refuse."
        }
      >
        <Input
          {...register("ehloName")}
          dir="ltr"
          placeholder={settings.ehloNameDefault || "exams.example.org"}
        />
      </Field>
      <Checkbox
        {...register("closingReminders")}
        label="Remind candidates before their invitation closes"
        hint="Once, a day before the end, to those who have not started. Each candidate can stop it."
      />
      {theirs && (
        <SettingsConflict
          what="the email settings"
          rows={rows()}
          labels={LABELS}
          onTake={() => begin(theirs)}
          onKeep={keep}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting} disabled={theirs !== null}>
          Save email settings
        </Button>
      </div>
    </form>
  );
}
