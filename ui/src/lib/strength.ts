/** Shortest and longest password, in characters (docs/behaviour/accounts.md#accounts). */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

/** Validation error of a password (docs/behaviour/calls.md#error-texts); null if valid. */
export function passwordProblem(password: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters long`;
  if (length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters long`;
  return null;
}

export type Strength = 0 | 1 | 2 | 3;
export const STRENGTH_LABELS = ["Too short", "Weak", "Fair", "Strong"] as const;

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
