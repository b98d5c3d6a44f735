import { TEST_TABS, type TestTab } from "@/features/staff-shared/test-path";
import { t } from "./texts";

export type Tab = TestTab | "overview";

const LABELS = {
  overview: "tabOverview",
  questions: "tabQuestions",
  translations: "tabTranslations",
  people: "tabPeople",
  results: "tabResults",
  statistics: "tabStatistics",
  settings: "tabSettings",
} as const satisfies Record<Tab, string>;

export const tabLabel = (tab: Tab): string => t(LABELS[tab]);

/** The tab that an address names; null if there is no such tab. */
export const readTab = (text: string | undefined): Tab | null =>
  text === undefined ? "overview" : (TEST_TABS.find((tab) => tab === text) ?? null);
