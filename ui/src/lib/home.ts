import type { Role } from "@/api/types";
import { accounts } from "@/i18n/en/accounts";
import { accountText } from "./account-texts";

const HOMES: Record<Role, string> = {
  admin: "/admin",
  applicant: "/applicant",
  reviewer: "/review",
  staff: "/admin",
};

/** The first page of a role. */
export const homeOf = (role: Role) => HOMES[role];

export const roleLabel = (role: Role) => accountText(role);

/** The same, for pages in English only. */
export const ROLE_LABELS: Record<Role, string> = accounts;
