import type { Role } from "@/api/types";

const HOMES: Record<Role, string> = { admin: "/admin", applicant: "/applicant", reviewer: "/review" };

/** The first page of a role. */
export const homeOf = (role: Role) => HOMES[role];

export const ROLE_LABELS: Record<Role, string> = {
  admin: "Admin",
  applicant: "Applicant",
  reviewer: "Reviewer",
};
