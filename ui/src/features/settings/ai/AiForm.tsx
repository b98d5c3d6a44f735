import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ApiFailure, api, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { AiSettings } from "@/api/types";
import { useOnce } from "@/lib/useOnce";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { SettingsConflict } from "../SettingsConflict";
import { useSettingsConflict } from "../useSettingsConflict";
import { type AiValues, aiSchema, bodyOf, valuesOf } from "./ai-form";

const PROVIDERS = [
  { value: "gemini", label: "Google Gemini" },
  { value: "openai", label: "OpenAI-compatible (also a model on your own network)" },
];

const AGREEMENTS = [
  { value: "0", label: "None required" },
  { value: "0.4", label: "0.40, moderate" },
  { value: "0.6", label: "0.60, substantial" },
  { value: "0.8", label: "0.80, almost perfect" },
];

/** With the stored one, which may be another. */
function agreements(stored: number) {
  const value = String(stored);
  return AGREEMENTS.some((one) => one.value === value)
    ? AGREEMENTS
    : [...AGREEMENTS, { value, label: stored.toFixed(2) }];
}

const LABELS = {
  provider: "Provider",
  model: "Model",
  baseUrl: "Base URL",
  reviewNeedsPerson: "Require approval",
  minAgreement: "Agreement",
};

export function AiForm({ settings }: { settings: AiSettings }) {
  const form = useForm<AiValues>({ resolver: zodResolver(aiSchema), defaultValues: valuesOf(settings) });
  const { register, handleSubmit, setError, watch, formState } = form;
  const { back, base, begin, meets, keep, theirs, rows } = useSettingsConflict({
    form,
    settings,
    query: queryOf("/admin/ai-settings"),
    valuesOf,
    secrets: ["apiKey", "removeKey"],
  });
  const { errors, isSubmitting } = formState;
  const own = watch("provider") === "openai";

  const once = useOnce();
  const submit = handleSubmit(
    once(async (values) => {
      try {
        begin(await api.put("/admin/ai-settings", { body: { ...bodyOf(values), version: base.version } }));
        toast.success("AI settings updated successfully!");
      } catch (error) {
        if (await meets(error)) return;
        if (error instanceof ApiFailure) {
          for (const [field, message] of Object.entries(error.fields)) {
            if (field in aiSchema.shape) setError(field as keyof AiValues, { message });
          }
        }
        toast.error(`Failed to update AI settings: ${errorText(error)}`);
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TypedNotice kept={back} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Provider" error={errors.provider?.message}>
          <Select {...register("provider")} options={PROVIDERS} />
        </Field>
        <Field label="Model" error={errors.model?.message} hint="Leave empty for the provider's default.">
          <Input
            {...register("model")}
            dir="ltr"
            autoComplete="off"
            placeholder={own ? "llama3.1" : "gemini-2.0-flash"}
          />
        </Field>
      </div>
      <Field
        label="Base URL"
        error={errors.baseUrl?.message}
        hint={own ? "Where the endpoint's API begins." : "Leave empty for Google's own address."}
        required={own}
      >
        <Input
          {...register("baseUrl")}
          dir="ltr"
          inputMode="url"
          placeholder={own ? "http://llm.example.org:8000/v1" : "https://generativelanguage.googleapis.com"}
        />
      </Field>
      <Field
        label="Server-side key"
        error={errors.apiKey?.message}
        hint={
          settings.hasKey
            ? "One is stored. Leave this empty to keep it."
            : "Stored encrypted, for all admins, and never shown again."
        }
      >
        <Input
          {...register("apiKey")}
          type="password"
          dir="ltr"
          autoComplete="off"
          disabled={watch("removeKey")}
        />
      </Field>
      {settings.hasKey && <Checkbox {...register("removeKey")} label="Remove the stored key" />}
      <Checkbox
        {...register("reviewNeedsPerson")}
        label="Require approval of AI scores"
        hint="An auto review then only suggests scores, and the answers stay in the queue."
      />
      <Field
        label="Agreement with people before the AI may score"
        error={errors.minAgreement?.message}
        hint="Cohen's kappa, for each question, on at least 30 answers that both have scored. Below it, the AI only suggests."
      >
        <Select
          {...register("minAgreement", { valueAsNumber: true })}
          options={agreements(settings.minAgreement)}
        />
      </Field>
      {theirs && (
        <SettingsConflict
          what="the AI settings"
          rows={rows()}
          labels={LABELS}
          onTake={() => begin(theirs)}
          onKeep={keep}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting} disabled={theirs !== null}>
          Save AI settings
        </Button>
      </div>
    </form>
  );
}
