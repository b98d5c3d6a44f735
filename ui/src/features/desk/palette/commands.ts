import { TAB_NEEDS, TEST_TABS, testPath } from "@/features/staff-shared/test-path";
import type { Rights } from "@/lib/rights";

export interface Command {
  id: string;
  label: string;
  /** Which test, which room, which address. */
  hint?: string;
  to: string;
}

interface Action extends Command {
  needs: (rights: Rights) => boolean;
}

const creates = ({ mayAll }: Rights) => mayAll("author");
const invites = ({ may }: Rights) => may("invite");
const readsTests = ({ may }: Rights) => may("read_tests");
const watches = ({ may }: Rights) => may("watch");
const operates = ({ may }: Rights) => may("operate");

const ACTIONS: Action[] = [
  { id: "create", needs: creates, label: "Create Test", hint: "Step by step", to: "/admin/create-test" },
  { id: "quick", needs: creates, label: "Create Test: quick form", to: "/admin?tab=tests&new=1" },
  { id: "generate", needs: creates, label: "Auto Generate Test", to: "/admin?tab=tests&generate=1" },
  { id: "import", needs: creates, label: "Import tests", to: "/admin?tab=tests&import=1" },
  { id: "question", needs: creates, label: "New question in the bank", to: "/admin?tab=bank&question=new" },
  { id: "invite", needs: invites, label: "Send Invite", to: "/admin?tab=invites&send=1" },
  { id: "bulk", needs: invites, label: "Bulk invite", to: "/admin?tab=invites&send=many" },
  { id: "overview", needs: ({ may }) => may("oversee"), label: "Go to Overview", to: "/admin" },
  { id: "tests", needs: readsTests, label: "Go to Tests", to: "/admin?tab=tests" },
  {
    id: "archived",
    needs: readsTests,
    label: "Go to archived tests",
    to: "/admin?tab=tests&status=archived",
  },
  {
    id: "bank",
    needs: ({ mayAll }) => mayAll("read_tests"),
    label: "Go to Question bank",
    to: "/admin?tab=bank",
  },
  {
    id: "invites",
    needs: invites,
    label: "Go to Invites",
    hint: "Of every day",
    to: "/admin?tab=invites&date=all",
  },
  {
    id: "results",
    needs: ({ may }) => may("read_results"),
    label: "Go to Results",
    to: "/admin?tab=results",
  },
  { id: "scoring", needs: ({ may }) => may("score"), label: "Go to Scoring", to: "/admin?tab=scoring" },
  { id: "sessions", needs: watches, label: "Go to Exam sessions", to: "/admin/sessions" },
  { id: "monitoring", needs: watches, label: "Monitor Tests", to: "/monitoring" },
  { id: "wall", needs: watches, label: "Monitor Tests: wall", to: "/monitoring?view=wall" },
  {
    id: "applicants",
    needs: operates,
    label: "Settings: Applicant Management",
    to: "/admin?settings=applicants",
  },
  { id: "email", needs: operates, label: "Settings: API & Email", to: "/admin?settings=email" },
  { id: "company", needs: operates, label: "Settings: Company", to: "/admin?settings=company" },
  { id: "theme", needs: operates, label: "Settings: Theme", to: "/admin?settings=theme" },
  {
    id: "admins",
    needs: ({ may }) => may("read_staff"),
    label: "Settings: Admin Management",
    to: "/admin?settings=admins",
  },
  { id: "operations", needs: operates, label: "Settings: Operations", to: "/admin?settings=operations" },
];

const TAB_WORDS = {
  questions: "questions",
  people: "people",
  results: "ranking",
  statistics: "statistics",
  settings: "settings",
};

/** The test whose page an address shows. */
export const testAt = (path: string): string | undefined => /^\/admin\/tests\/([^/]+)/.exec(path)?.[1];

/** What this person can do anywhere, after the tabs of the test that is shown. */
export function actionsAt(path: string, rights: Rights): Command[] {
  const at = testAt(path);
  const test = at && decodeURIComponent(at);
  const own = test
    ? TEST_TABS.filter((tab) => rights.may(TAB_NEEDS[tab], test)).map((tab) => ({
        id: `this-${tab}`,
        label: `This test: ${TAB_WORDS[tab]}`,
        to: testPath(test, tab),
      }))
    : [];
  const invite =
    test && rights.may("invite", test)
      ? [{ id: "this-invite", label: "This test: invite", to: `${testPath(test, "people")}?send=1` }]
      : [];
  const actions = ACTIONS.filter(({ needs }) => needs(rights)).map(({ needs: _, ...command }) => command);
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
