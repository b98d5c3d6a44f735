import { accountText } from "./account-texts";

/** Shortest and longest password, in characters (docs/behaviour/accounts.md#accounts). */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

export const tooShort = () => accountText("passwordTooShort", { min: PASSWORD_MIN });
export const tooLong = () => accountText("passwordTooLong", { max: PASSWORD_MAX });

/** Validation error of a password (docs/behaviour/calls.md#error-texts); null if valid. */
export function passwordProblem(password: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return tooShort();
  if (length > PASSWORD_MAX) return tooLong();
  return null;
}

export type Strength = 0 | 1 | 2 | 3;
const STRENGTHS = ["tooShort", "weak", "fair", "strong"] as const;
export const strengthLabel = (strength: Strength) => accountText(STRENGTHS[strength]);

/**
 * A hint, never enforced: length counts most, variety helps, one repeated character does not.
 * 0 too short, 1 weak, 2 fair, 3 strong.
 */
export function strengthOf(password: string): Strength {
  if (password.length < PASSWORD_MIN) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (distinct < 4) return 1;
  const score = password.length + 2 * kinds;
  if (score >= 20 && distinct >= 8) return 3;
  return score >= 14 ? 2 : 1;
}
