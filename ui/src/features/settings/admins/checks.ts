import { passwordProblem } from "@/lib/strength";
import { t } from "./texts";

export interface NewAdmin {
  full_name: string;
  email: string;
  password: string;
}

export interface Problem {
  fields: string[];
  text: string;
}

export function adminProblem(admin: NewAdmin): Problem | null {
  const fields = (["full_name", "email"] as const).filter((field) => admin[field].trim() === "");
  const empty: string[] = admin.password === "" ? [...fields, "password"] : fields;
  if (empty.length > 0) return { fields: empty, text: t("fillInAll") };
  if (!/^[^\s@]+@[^\s@]+$/.test(admin.email.trim())) return { fields: ["email"], text: t("validEmail") };
  const text = passwordProblem(admin.password);
  return text ? { fields: ["password"], text } : null;
}
