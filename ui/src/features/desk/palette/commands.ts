import { TAB_NEEDS, TEST_TABS, testPath } from "@/features/staff-shared/test-path";
import type { desk } from "@/i18n/staff/en/desk";
import type { PlainKey } from "@/i18n/typed";
import type { Rights } from "@/lib/rights";
import { t } from "../texts";

export interface Command {
  id: string;
  label: string;
  /** Which test, which room, which address. */
  hint?: string;
  to: string;
}

interface Action {
  id: string;
  label: Key;
  hint?: Key;
  to: string;
  needs: (rights: Rights) => boolean;
}

type Key = PlainKey<typeof desk>;

const creates = ({ mayAll }: Rights) => mayAll("author");
const invites = ({ may }: Rights) => may("invite");
const readsTests = ({ may }: Rights) => may("read_tests");
const watches = ({ may }: Rights) => may("watch");
const operates = ({ may }: Rights) => may("operate");

const ACTIONS: Action[] = [
  { id: "create", needs: creates, label: "createTest", hint: "stepByStep", to: "/admin/create-test" },
  { id: "quick", needs: creates, label: "quickForm", to: "/admin?tab=tests&new=1" },
  { id: "generate", needs: creates, label: "generateTest", to: "/admin?tab=tests&generate=1" },
  { id: "import", needs: creates, label: "importTests", to: "/admin?tab=tests&import=1" },
  { id: "question", needs: creates, label: "newBankQuestion", to: "/admin?tab=bank&question=new" },
  { id: "invite", needs: invites, label: "sendInvite", to: "/admin?tab=invites&send=1" },
  { id: "bulk", needs: invites, label: "bulkInvite", to: "/admin?tab=invites&send=many" },
  { id: "overview", needs: ({ may }) => may("oversee"), label: "goToOverview", to: "/admin" },
  { id: "tests", needs: readsTests, label: "goToTests", to: "/admin?tab=tests" },
  {
    id: "archived",
    needs: readsTests,
    label: "goToArchived",
    to: "/admin?tab=tests&status=archived",
  },
  {
    id: "bank",
    needs: ({ mayAll }) => mayAll("read_tests"),
    label: "goToBank",
    to: "/admin?tab=bank",
  },
  {
    id: "invites",
    needs: invites,
    label: "goToInvites",
    hint: "ofEveryDay",
    to: "/admin?tab=invites&date=all",
  },
  {
    id: "results",
    needs: ({ may }) => may("read_results"),
    label: "goToResults",
    to: "/admin?tab=results",
  },
  { id: "scoring", needs: ({ may }) => may("score"), label: "goToScoring", to: "/admin?tab=scoring" },
  { id: "sessions", needs: watches, label: "goToSessions", to: "/admin/sessions" },
  { id: "monitoring", needs: watches, label: "monitorTests", to: "/monitoring" },
  { id: "wall", needs: watches, label: "monitorWall", to: "/monitoring?view=wall" },
  {
    id: "applicants",
    needs: operates,
    label: "settingsApplicants",
    to: "/admin?settings=applicants",
  },
  { id: "email", needs: operates, label: "settingsEmail", to: "/admin?settings=email" },
  { id: "company", needs: operates, label: "settingsCompany", to: "/admin?settings=company" },
  { id: "theme", needs: operates, label: "settingsTheme", to: "/admin?settings=theme" },
  {
    id: "admins",
    needs: ({ may }) => may("read_staff"),
    label: "settingsAdmins",
    to: "/admin?settings=admins",
  },
  { id: "operations", needs: operates, label: "settingsOperations", to: "/admin?settings=operations" },
];

const TAB_WORDS = {
  questions: "thisQuestions",
  translations: "thisTranslations",
  people: "thisPeople",
  results: "thisResults",
  statistics: "thisStatistics",
  settings: "thisSettings",
} as const;

/** The test whose page an address shows. */
export const testAt = (path: string): string | undefined => /^\/admin\/tests\/([^/]+)/.exec(path)?.[1];

/** What this person can do anywhere, after the tabs of the test that is shown. */
export function actionsAt(path: string, rights: Rights): Command[] {
  const at = testAt(path);
  const test = at && decodeURIComponent(at);
  const own = test
    ? TEST_TABS.filter((tab) => rights.may(TAB_NEEDS[tab], test)).map((tab) => ({
        id: `this-${tab}`,
        label: t(TAB_WORDS[tab]),
        to: testPath(test, tab),
      }))
    : [];
  const invite =
    test && rights.may("invite", test)
      ? [{ id: "this-invite", label: t("thisInvite"), to: `${testPath(test, "people")}?send=1` }]
      : [];
  const actions = ACTIONS.filter(({ needs }) => needs(rights)).map(({ id, label, hint, to }) => ({
    id,
    label: t(label),
    ...(hint && { hint: t(hint) }),
    to,
  }));
  return [...own, ...invite, ...actions];
}

/** Whether a label has every word that was typed, in any order. */
export function matches(label: string, typed: string): boolean {
  const text = label.toLocaleLowerCase();
  return typed
    .trim()
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
