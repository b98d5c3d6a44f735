import { PASSWORD_MAX, PASSWORD_MIN } from "@/lib/strength";

export interface NewAdmin {
  full_name: string;
  email: string;
  password: string;
}

/** What keeps a password from being set, in the spec's words (§5). */
export function passwordProblem(password: string): string | null {
  if ([...password].length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters long`;
  if ([...password].length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters long`;
  return null;
}

export interface Problem {
  fields: string[];
  text: string;
}

export function adminProblem(admin: NewAdmin): Problem | null {
  const fields = (["full_name", "email"] as const).filter((field) => admin[field].trim() === "");
  const empty: string[] = admin.password === "" ? [...fields, "password"] : fields;
  if (empty.length > 0) return { fields: empty, text: "Please fill in all fields" };
  if (!/^[^\s@]+@[^\s@]+$/.test(admin.email.trim()))
    return { fields: ["email"], text: "Please enter a valid email address" };
  const text = passwordProblem(admin.password);
  return text ? { fields: ["password"], text } : null;
}
