import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { api, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { AiSettings } from "@/api/types";
import { withDecimalMark } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { Section } from "../Section";
import { SettingsConflict } from "../SettingsConflict";
import { useSettingsConflict } from "../useSettingsConflict";
import { type AiValues, aiSchema, bodyOf, valuesOf } from "./ai-form";
import { TestAi } from "./TestAi";
import { t } from "./texts";

const GEMINI = { model: "gemini-2.0-flash", url: "https://generativelanguage.googleapis.com" };
const OWN = { model: "llama3.1", url: "http://llm.example.org:8000/v1" };

const GOOGLE = "Google Gemini";
const providers = () => [
  { value: "gemini", label: GOOGLE },
  { value: "openai", label: t("compatible") },
];

const usualAgreements = () => [
  { value: "0", label: t("noneRequired") },
  { value: "0.4", label: t("moderate") },
  { value: "0.6", label: t("substantial") },
  { value: "0.8", label: t("almostPerfect") },
];

/** Choices of agreement, with the stored one, which may be another. */
function agreements(stored: number) {
  const value = String(stored);
  const usual = usualAgreements();
  return usual.some((one) => one.value === value)
    ? usual
    : [...usual, { value, label: withDecimalMark(stored.toFixed(2)) }];
}

const labels = () => ({
  provider: t("provider"),
  model: t("model"),
  baseUrl: t("baseUrl"),
  reviewNeedsPerson: t("requireShort"),
  minAgreement: t("agreementShort"),
});

export function AiForm({ settings }: { settings: AiSettings }) {
  const form = useForm<AiValues>({ resolver: zodResolver(aiSchema), defaultValues: valuesOf(settings) });
  const { register, watch, formState } = form;
  const { back, submit, conflict } = useSettingsConflict({
    form,
    settings,
    query: queryOf("/admin/ai-settings"),
    valuesOf,
    secrets: ["apiKey", "removeKey"],
    put: (values, version) => api.put("/admin/ai-settings", { body: { ...bodyOf(values), version } }),
    saved: () => toast.success(t("saved")),
    failed: (error) => toast.error(t("notSaved", { reason: errorText(error) })),
  });
  const { errors, isSubmitting } = formState;
  const own = watch("provider") === "openai";

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TypedNotice kept={back} />
      <Section level={4} title={t("providerAndKey")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("provider")} error={errors.provider?.message}>
            <Select {...register("provider")} options={providers()} />
          </Field>
          <Field label={t("model")} error={errors.model?.message} hint={t("modelHint")}>
            <Input
              {...register("model")}
              dir="ltr"
              autoComplete="off"
              placeholder={(own ? OWN : GEMINI).model}
            />
          </Field>
        </div>
        <Field
          label={t("baseUrl")}
          error={errors.baseUrl?.message}
          hint={own ? t("endpointHint") : t("googleHint")}
          required={own}
        >
          <Input {...register("baseUrl")} dir="ltr" inputMode="url" placeholder={(own ? OWN : GEMINI).url} />
        </Field>
        <Field
          label={t("serverKey")}
          error={errors.apiKey?.message}
          hint={settings.hasKey ? t("keyStored") : t("keyHint")}
        >
          <Input
            {...register("apiKey")}
            type="password"
            dir="ltr"
            autoComplete="off"
            disabled={watch("removeKey")}
          />
        </Field>
        {settings.hasKey && <Checkbox {...register("removeKey")} label={t("removeKey")} />}
      </Section>
      <Section level={4} title={t("scoring")}>
        <Checkbox {...register("reviewNeedsPerson")} label={t("require")} hint={t("requireHint")} />
        <Field label={t("agreement")} error={errors.minAgreement?.message} hint={t("agreementHint")}>
          <Select
            {...register("minAgreement", { valueAsNumber: true })}
            options={agreements(settings.minAgreement)}
          />
        </Field>
      </Section>
      {conflict && <SettingsConflict {...conflict} what={t("theSettings")} labels={labels()} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TestAi />
        <Button type="submit" busy={isSubmitting} disabled={conflict !== null}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
