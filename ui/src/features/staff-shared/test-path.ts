import type { Capability } from "@/lib/rights";

/** Tabs of a test's page, as its address names them; the overview has none. */
export const TEST_TABS = [
  "questions",
  "translations",
  "people",
  "results",
  "statistics",
  "settings",
] as const;
export type TestTab = (typeof TEST_TABS)[number];

/** What a tab is for. */
export const TAB_NEEDS: Record<TestTab, Capability> = {
  questions: "author",
  translations: "read_tests",
  people: "invite",
  results: "read_results",
  statistics: "read_results",
  settings: "author",
};

/** The page of a test, or one of its tabs. */
export const testPath = (test: string, tab?: TestTab) =>
  `/admin/tests/${encodeURIComponent(test)}${tab ? `/${tab}` : ""}`;
