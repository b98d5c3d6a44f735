import type { monitoring } from "@/i18n/staff/en/monitoring";
import type { PlainKey } from "@/i18n/typed";
import { t } from "../texts";

/** A problem of the video: one of ours by its key, as long as the page's language may change, or in the server's words. */
export type Words = { key: PlainKey<typeof monitoring> } | { key: StepKey; reason: string } | string;

/** Steps of the negotiation that fail. */
export type StepKey = "noSession" | "noVideoSession";

const FAILED = { noSession: "noSessionBecause", noVideoSession: "noVideoSessionBecause" } as const;

export function said(words: Words): string {
  if (typeof words === "string") return words;
  return "reason" in words ? t(FAILED[words.key], { reason: words.reason }) : t(words.key);
}
