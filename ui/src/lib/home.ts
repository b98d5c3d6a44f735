import type { Role } from "@/api/types";
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
