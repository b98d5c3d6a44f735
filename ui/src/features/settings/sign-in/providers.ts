import type { Reply } from "@/api/operations";

export const PROVIDERS = "/admin/oidc-providers";
export const PROVIDER = "/admin/oidc-providers/{id}";
export type Provider = Reply<typeof PROVIDERS, "get">[number];
export type GroupRoles = Provider["roles"];
type Role = GroupRoles[number]["role"];

const ROLES: Record<Role, true> = {
  admin: true,
  reviewer: true,
  author: true,
  recruiter: true,
  hiring_manager: true,
  proctor: true,
  viewer: true,
};

/** One group on each line: `group = role`, or `group = role: test, test` for some tests. */
export const linesOf = (roles: GroupRoles): string =>
  roles
    .map(({ group, role, tests }) => `${group} = ${role}${tests ? `: ${tests.join(", ")}` : ""}`)
    .join("\n");

/** The groups of such lines, or the first line that is none. A group may have equals signs of its own. */
export function rolesOf(text: string): GroupRoles | string {
  const roles: GroupRoles = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (!line) continue;
    const [, group, role, tests] = /^(.+)=\s*(\w+)\s*(?::(.*))?$/.exec(line) ?? [];
    if (!group || !role || !Object.hasOwn(ROLES, role)) return line;
    const ids = tests?.split(",").map((id) => id.trim());
    roles.push({ group: group.trim(), role: role as Role, ...(ids && { tests: ids }) });
  }
  return roles;
}
