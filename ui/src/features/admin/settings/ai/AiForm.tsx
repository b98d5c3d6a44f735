import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
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
import { toast } from "@/ui/toast";
import { type AiValues, aiSchema, bodyOf, valuesOf } from "./ai-form";

const PROVIDERS = [
  { value: "gemini", label: "Google Gemini" },
  { value: "openai", label: "OpenAI-compatible (also a model on your own network)" },
];

export function AiForm({ settings }: { settings: AiSettings }) {
  const client = useQueryClient();
  const { register, handleSubmit, reset, setError, watch, formState } = useForm<AiValues>({
    resolver: zodResolver(aiSchema),
    defaultValues: valuesOf(settings),
  });
  const { errors, isSubmitting } = formState;
  const own = watch("provider") === "openai";

  const once = useOnce();
  const submit = handleSubmit(
    once(async (values) => {
      try {
        const saved = await api.put("/admin/ai-settings", { body: bodyOf(values) });
        client.setQueryData(queryOf("/admin/ai-settings").queryKey, saved);
        reset(valuesOf(saved));
        toast.success("AI settings updated successfully!");
      } catch (error) {
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
        hint={own ? "Where the endpoint's API begins." : "Empty for Google's own address."}
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
        label="AI scores wait for a reviewer"
        hint="An auto review then only suggests scores, and the answers stay in the queue."
      />
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting}>
          Save AI Settings
        </Button>
      </div>
    </form>
  );
}
