import type { CompanySettings } from "@/api/types";

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
/** As the form names them. */
export const LABELS: Record<Text, string> = {
  name: "Company name",
  contact: "Contact for candidates",
  reply_to: "Reply-to address",
  first_slot: "First slot of a day",
  last_slot: "Last slot of a day",
  language: "Language of the candidates",
  invitation_subject: "Subject of the invitation",
  invitation_text: "Start of the invitation",
  reminder_text: "Start of reminders",
  intro_text: "Shown before the test starts",
};
export type Values = Record<Text, string>;

export function valuesOf(settings: CompanySettings): Values {
  return Object.fromEntries(TEXTS.map((text) => [text, settings[text] ?? ""])) as Values;
}

/** The texts that were changed: others keep what another administrator stored meanwhile. */
export function changed(values: Values, settings: CompanySettings): Partial<Values> {
  return Object.fromEntries(
    TEXTS.filter((text) => values[text] !== (settings[text] ?? "")).map((t) => [t, values[t]]),
  );
}

/** `00:00` to `23:30`. */
export const HALF_HOURS = Array.from({ length: 48 }, (_, n) => {
  const value = `${String(Math.floor(n / 2)).padStart(2, "0")}:${n % 2 ? "30" : "00"}`;
  return { value, label: value };
});
