import type { TokenRole } from "@/api/types";
import { GRANTED_ROLES, ROLE_WORDS } from "../admins/roles/labels";

export const TOKEN_ROLES: Record<TokenRole, string> = {
  viewer: ROLE_WORDS.viewer.label,
  recruiter: ROLE_WORDS.recruiter.label,
  hiring_manager: ROLE_WORDS.hiring_manager.label,
  author: ROLE_WORDS.author.label,
  proctor: ROLE_WORDS.proctor.label,
  admin: "Administrator",
};

export const roleHint = (role: TokenRole) =>
  GRANTED_ROLES.some((given) => given === role)
    ? ROLE_WORDS[role as keyof typeof ROLE_WORDS].hint
    : "Everything that every administrator may do.";
