import type { TokenRole } from "@/api/types";
import { roleWords } from "../admins/roles/labels";
import { t } from "./texts";

export const TOKEN_ROLES = ["viewer", "recruiter", "hiring_manager", "author", "proctor", "admin"] as const;

export const tokenRole = (role: TokenRole) => (role === "admin" ? t("administrator") : roleWords(role).label);

export const tokenRoleInSentence = (role: TokenRole) =>
  role === "admin" ? t("anAdministrator") : roleWords(role).inSentence;

export const roleHint = (role: TokenRole) => (role === "admin" ? t("adminHint") : roleWords(role).hint);
