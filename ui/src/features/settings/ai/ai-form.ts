import type { AiSettings } from "@/api/types";
import type { settingsAi } from "@/i18n/staff/en/settings-ai";
import type { PlainKey } from "@/i18n/typed";
import { z } from "@/lib/schema";
import { t } from "./texts";

/** Asked for when it is shown, in the language of then. */
const says = (key: PlainKey<typeof settingsAi>) => ({ error: () => t(key) });

/** The form's values; the key is empty unless a new one is typed. */
export const aiSchema = z.object({
  provider: z.enum(["gemini", "openai"]),
  baseUrl: z.string().check(
    z.trim(),
    z.refine((text) => text === "" || isHttpUrl(text), says("urlWrong")),
  ),
  model: z.string().check(z.trim(), z.maxLength(200, says("modelTooLong"))),
  apiKey: z.string().check(z.trim()),
  removeKey: z.boolean(),
  reviewNeedsPerson: z.boolean(),
  minAgreement: z.number().check(z.minimum(0), z.maximum(1)),
});

export type AiValues = z.infer<typeof aiSchema>;

function isHttpUrl(text: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

export const valuesOf = ({ hasKey: _, version: __, ...settings }: AiSettings): AiValues => ({
  ...settings,
  baseUrl: settings.baseUrl ?? "",
  model: settings.model ?? "",
  apiKey: "",
  removeKey: false,
});

/** The body of PUT: without `apiKey` the stored one is kept, null clears it. */
export function bodyOf({ apiKey, removeKey, ...rest }: AiValues) {
  if (removeKey) return { ...rest, apiKey: null };
  return apiKey === "" ? rest : { ...rest, apiKey };
}
