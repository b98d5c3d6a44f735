import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { AiSettings } from "@/api/types";
import { local } from "@/lib/storage";

/** Where this browser keeps an administrator's own key (spec §3, browser storage). */
const STORAGE_KEY = "gemini_api_key";

export const NO_KEY = "Please configure your Gemini API key in Settings first";

export const readAiKey = () => local.get(STORAGE_KEY)?.trim() || null;
export const writeAiKey = (key: string) => local.set(STORAGE_KEY, key.trim());
export const forgetAiKey = () => local.remove(STORAGE_KEY);

/**
 * The part of a body that carries this browser's key; without one the server's own is used. A key for
 * Gemini is not handed to another provider.
 */
export function keyField(settings: AiSettings | undefined): { geminiApiKey?: string } {
  const geminiApiKey = settings?.provider === "openai" ? null : readAiKey();
  return geminiApiKey ? { geminiApiKey } : {};
}

export function useAiSettings() {
  return useQuery({
    queryKey: ["ai-settings"],
    queryFn: ({ signal }) => api.get<AiSettings>("/admin/ai-settings", { signal }),
    // A form is filled from it: no refetch may overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** False only when it is certain that no key is anywhere; a model on one's own network may need none. */
export const mayHaveKey = (settings: AiSettings | undefined) =>
  settings?.hasKey !== false || settings.provider === "openai" || readAiKey() !== null;
