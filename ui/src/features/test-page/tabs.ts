import { TEST_TABS, type TestTab } from "@/features/staff-shared/test-path";

export type Tab = TestTab | "overview";

export const TAB_LABELS: Record<Tab, string> = {
  overview: "Overview",
  questions: "Questions",
  people: "People",
  results: "Ranking",
  statistics: "Statistics",
  settings: "Settings",
};

/** The tab that an address names; null if there is no such tab. */
export const readTab = (text: string | undefined): Tab | null =>
  text === undefined ? "overview" : (TEST_TABS.find((tab) => tab === text) ?? null);
