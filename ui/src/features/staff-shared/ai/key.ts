import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { AiSettings } from "@/api/types";
import { local } from "@/lib/storage";
import { t } from "../texts";

/** Storage key of the admin's own API key (docs/behaviour/results.md#ai). */
const STORAGE_KEY = "gemini_api_key";

/** Says that a key is needed. */
export const noKeyText = () => t("noKey");

export const readAiKey = () => local.get(STORAGE_KEY)?.trim() || null;
export const writeAiKey = (key: string) => local.set(STORAGE_KEY, key.trim());
export const forgetAiKey = () => local.remove(STORAGE_KEY);

/**
 * Body fields that carry this browser's key; without one the server's key is used. A key for
 * Gemini is not sent to another provider.
 */
export function keyField(settings: AiSettings | undefined): { geminiApiKey?: string } {
  const geminiApiKey = settings?.provider === "openai" ? null : readAiKey();
  return geminiApiKey ? { geminiApiKey } : {};
}

export function useAiSettings() {
  return useQuery({
    ...queryOf("/admin/ai-settings"),
    // It initialises a form: no refetch may overwrite typed text.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** False only when certainly no key exists; a model in the local network may need none. */
export const mayHaveKey = (settings: AiSettings | undefined) =>
  settings?.hasKey !== false || settings.provider === "openai" || readAiKey() !== null;
