import type { EmailSettings } from "@/api/types";
import type { settings } from "@/i18n/staff/en/settings";
import type { PlainKey } from "@/i18n/typed";
import { z } from "@/lib/schema";
import { t } from "./texts";

/** Asked for when it is shown, in the language of then. */
const says = (key: PlainKey<typeof settings>) => ({ error: () => t(key) });

/** The form's values; the password is empty unless a new one is typed. */
export const emailSchema = z.object({
  smtpHost: z.string().check(z.trim(), z.minLength(1, says("hostRequired"))),
  smtpPort: z.string().check(
    z.trim(),
    z.regex(/^\d+$/, says("portNumber")),
    z.refine((text) => Number(text) >= 1 && Number(text) <= 65_535, says("portRange")),
  ),
  smtpTls: z.enum(["none", "starttls", "implicit"]),
  smtpUser: z.string().check(z.trim()),
  smtpPassword: z.string(),
  removePassword: z.boolean(),
  fromEmail: z.pipe(
    z.string().check(z.trim(), z.minLength(1, says("fromEmailRequired"))),
    z.email(says("validEmail")),
  ),
  fromName: z.string().check(z.trim(), z.minLength(1, says("fromNameRequired"))),
  ehloName: z.string().check(z.trim()),
  closingReminders: z.boolean(),
});

export type EmailValues = z.infer<typeof emailSchema>;

export function valuesOf(settings: EmailSettings): EmailValues {
  return {
    smtpHost: settings.smtpHost,
    smtpPort: String(settings.smtpPort),
    smtpTls: settings.smtpTls,
    smtpUser: settings.smtpUser,
    smtpPassword: "",
    removePassword: false,
    fromEmail: settings.fromEmail,
    fromName: settings.fromName,
    ehloName: settings.ehloName,
    closingReminders: settings.closingReminders,
  };
}

/** The body of PUT: without `smtpPassword` the stored one is kept, null clears it. */
export function bodyOf({ smtpPassword, removePassword, smtpPort, ...rest }: EmailValues) {
  const body = { ...rest, smtpPort: Number(smtpPort) };
  if (removePassword) return { ...body, smtpPassword: null };
  return smtpPassword === "" ? body : { ...body, smtpPassword };
}
