import type { signin } from "@/i18n/en/signin";
import type { PlainKey } from "@/i18n/typed";
import { z } from "@/lib/schema";
import { PASSWORD_MAX, PASSWORD_MIN, tooLong, tooShort } from "@/lib/strength";
import { t } from "./texts";

/** Asked for when it is shown, in the language of then. */
const says = (key: PlainKey<typeof signin>) => ({ error: () => t(key) });

const email = z.pipe(
  z.string().check(z.trim(), z.minLength(1, says("emailRequired"))),
  z.email(says("enterValidEmail")),
);
const fullName = z
  .string()
  .check(z.trim(), z.minLength(1, says("fullNameRequired")), z.maxLength(200, says("fullNameTooLong")));
const newPassword = z
  .string()
  .check(
    z.minLength(1, says("passwordRequired")),
    z.minLength(PASSWORD_MIN, { error: tooShort }),
    z.maxLength(PASSWORD_MAX, { error: tooLong }),
  );

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, says("passwordRequired"))),
});
/** Where the company's directory is asked, which has names of its own. */
export const namedSignInSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, says("emailRequired"))),
  password: z.string().check(z.minLength(1, says("passwordRequired"))),
});
export const signUpSchema = z.object({ fullName, email, password: newPassword });
export const setupSchema = z.object({
  setupToken: z.string().check(z.trim(), z.minLength(1, says("setupTokenRequired"))),
  fullName,
  email,
  password: newPassword,
});

export type SignInValues = z.infer<typeof signInSchema>;
export type SignUpValues = z.infer<typeof signUpSchema>;
export type SetupValues = z.infer<typeof setupSchema>;
