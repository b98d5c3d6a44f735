import type { Reply } from "@/api/operations";

/** Names of products, which are the same in each language. */
export const ACTIVE_DIRECTORY = "Active Directory";
export const LDAP = "LDAP";

export const DIRECTORY = "/admin/ldap";
export type Directory = Reply<typeof DIRECTORY, "get">;
export type DirectoryKind = Directory["kind"];

type Preset = Pick<Directory, "userFilter" | "idAttribute" | "nameAttribute">;

/** Filters and attributes with which a kind of directory begins; the server has the same. */
export const PRESETS: Record<DirectoryKind, Preset> = {
  active_directory: {
    userFilter:
      "(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={login})(userPrincipalName={login})(mail={login})))",
    idAttribute: "objectGUID",
    nameAttribute: "displayName",
  },
  other: {
    userFilter: "(&(objectClass=person)(|(uid={login})(mail={login})))",
    idAttribute: "entryUUID",
    nameAttribute: "cn",
  },
};

/** The fields that another kind changes: those that still are as a kind began. */
export function presetOf(kind: DirectoryKind, held: Preset): Preset {
  const of = (name: keyof Preset) =>
    Object.values(PRESETS).some((preset) => preset[name] === held[name]) ? PRESETS[kind][name] : held[name];
  return { userFilter: of("userFilter"), idAttribute: of("idAttribute"), nameAttribute: of("nameAttribute") };
}

/** One server on each line. */
export const serversOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
