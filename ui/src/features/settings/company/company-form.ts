import type { CompanySettings } from "@/api/types";
import { t } from "./texts";

export const TEXTS = [
  "name",
  "contact",
  "reply_to",
  "first_slot",
  "last_slot",
  "language",
  "invitation_subject",
  "invitation_text",
  "reminder_text",
  "intro_text",
] as const;
export type Text = (typeof TEXTS)[number];
const LABELS = {
  name: "companyName",
  contact: "contact",
  reply_to: "replyTo",
  first_slot: "firstSlot",
  last_slot: "lastSlot",
  language: "language",
  invitation_subject: "invitationSubject",
  invitation_text: "invitationText",
  reminder_text: "reminderText",
  intro_text: "introText",
} as const satisfies Record<Text, string>;

/** The label in the form. */
export const labelOf = (text: Text) => t(LABELS[text]);

export type Values = Record<Text, string>;

export function valuesOf(settings: CompanySettings): Values {
  return Object.fromEntries(TEXTS.map((text) => [text, settings[text] ?? ""])) as Values;
}

/** The texts that were changed: others keep what another administrator stored meanwhile. */
export function changed(values: Values, settings: CompanySettings): Partial<Values> {
  return Object.fromEntries(
    TEXTS.filter((text) => values[text] !== (settings[text] ?? "")).map((text) => [text, values[text]]),
  );
}

/** `00:00` to `23:30`. */
export const HALF_HOURS = Array.from({ length: 48 }, (_, n) => {
  const value = `${String(Math.floor(n / 2)).padStart(2, "0")}:${n % 2 ? "30" : "00"}`;
  return { value, label: value };
});
