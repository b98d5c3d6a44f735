import { ApiFailure } from "@/api/client";

const join = (list: unknown[]) =>
  list
    .map((entry) => {
      if (typeof entry === "string") return entry;
      if (typeof entry === "object" && entry !== null) {
        const { msg, message } = entry as { msg?: unknown; message?: unknown };
        if (typeof msg === "string") return msg;
        if (typeof message === "string") return message;
      }
      return JSON.stringify(entry);
    })
    .join(", ");

/**
 * Reason of a refusal: a string, a list of messages joined by commas, or other JSON (docs/behaviour/results.md#ai).
 * Null without one.
 */
export function refusalWords(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  const detail: unknown = error.body.detail;
  if (typeof detail === "string" && detail !== "") return error.detail;
  if (Array.isArray(detail) && detail.length > 0) return join(detail);
  if (typeof detail === "object" && detail !== null) return JSON.stringify(detail);
  const { message } = error.body as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : null;
}
