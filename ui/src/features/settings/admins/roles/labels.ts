import type { GrantedRole, RoleGrant } from "@/api/types";
import { plural } from "@/lib/format";

export const ROLE_WORDS: Record<GrantedRole, { label: string; hint: string }> = {
  author: {
    label: "Author",
    hint: "Writes tests. For the whole site also the question bank, new tests and imports.",
  },
  recruiter: { label: "Recruiter", hint: "Invites people, and reads results." },
  hiring_manager: { label: "Hiring manager", hint: "Reads results, and decides on them." },
  proctor: {
    label: "Proctor",
    hint: "Watches running tests, and acts on them. Sees no answer key, no score and no candidate's link.",
  },
  viewer: { label: "Viewer", hint: "Reads tests and results." },
};

export const GRANTED_ROLES = ["author", "recruiter", "hiring_manager", "proctor", "viewer"] as const;

/** "Proctor of 2 tests", "Viewer". */
export function grantWords({ role, tests }: RoleGrant): string {
  const { label } = ROLE_WORDS[role];
  return tests ? `${label} of ${plural(tests.length, "test")}` : label;
}

/** What a capability lets a person do; those of the whole desk are not given by roles. */
const CAPABILITY_WORDS: Record<string, string> = {
  watch: "Watch running tests",
  intervene: "Act on running tests",
  read_tests: "Read tests with their answer keys",
  author: "Write and delete tests",
  invite: "Invite, and see invites with their links",
  read_results: "Read results and statistics",
  decide: "Decide on results, and write to candidates",
  review: "Score assigned answers",
};

export const capabilityWords = (name: string) => CAPABILITY_WORDS[name] ?? name;
