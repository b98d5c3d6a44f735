import type { GrantedRole, RoleGrant } from "@/api/types";
import { t } from "../texts";

export const ROLE_WORDS = {
  author: { label: "author", inSentence: "theAuthor", hint: "authorHint" },
  recruiter: { label: "recruiter", inSentence: "theRecruiter", hint: "recruiterHint" },
  hiring_manager: { label: "hiringManager", inSentence: "theHiringManager", hint: "hiringManagerHint" },
  proctor: { label: "proctor", inSentence: "theProctor", hint: "proctorHint" },
  viewer: { label: "viewer", inSentence: "theViewer", hint: "viewerHint" },
} as const satisfies Record<GrantedRole, unknown>;

/** What a role is called, alone and within a sentence, and what it lets a person do. */
export function roleWords(role: GrantedRole) {
  const { label, inSentence, hint } = ROLE_WORDS[role];
  return { label: t(label), inSentence: t(inSentence), hint: t(hint) };
}

export const GRANTED_ROLES = ["author", "recruiter", "hiring_manager", "proctor", "viewer"] as const;

/** "Proctor of 2 tests", "Viewer". */
export function grantWords({ role, tests }: RoleGrant): string {
  const { label } = roleWords(role);
  return tests ? t("granted", { role: label, count: tests.length }) : label;
}

/** What a capability lets a person do; those of the whole desk are not given by roles. */
const CAPABILITY_WORDS = {
  watch: "watch",
  intervene: "intervene",
  read_tests: "readTests",
  author: "write",
  invite: "invite",
  read_results: "readResults",
  decide: "decide",
  review: "review",
} as const;
const isKnown = (name: string): name is keyof typeof CAPABILITY_WORDS =>
  Object.hasOwn(CAPABILITY_WORDS, name);

export const capabilityWords = (name: string) => (isKnown(name) ? t(CAPABILITY_WORDS[name]) : name);
