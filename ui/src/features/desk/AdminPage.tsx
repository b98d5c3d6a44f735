import { lazy, Suspense } from "react";
import { InvitesTab } from "@/features/invites/InvitesTab";
import { ResultsTab } from "@/features/results/ResultsTab";
import { StatisticsView } from "@/features/results/statistics/StatisticsView";
import { ScoringTab } from "@/features/scoring/ScoringTab";
import { SettingsPanel } from "@/features/settings/SettingsPanel";
import { useOverview } from "@/features/staff-shared/queries";
import { TestsTab } from "@/features/tests/TestsTab";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useUrlState } from "@/lib/url-state";
import { PageSpinner } from "@/ui/Spinner";
import { Tabs } from "@/ui/Tabs";
import { AdminHeader } from "./AdminHeader";
import { Overview } from "./overview/Overview";

const BriefPage = lazy(() => import("@/features/results/brief/BriefPage"));
const HistoryPage = lazy(() => import("@/features/results/history/HistoryPage"));
const Report = lazy(() => import("@/features/results/Report"));
const BankTab = lazy(() => import("@/features/questions/bank/BankTab"));

const TABS = ["overview", "tests", "bank", "invites", "results", "scoring"] as const;
type Tab = (typeof TABS)[number];
const TITLES: Record<Tab, string> = {
  overview: "Overview",
  tests: "Tests",
  bank: "Question bank",
  invites: "Invites",
  results: "Results",
  scoring: "Scoring",
};
const CONTENT: Record<Tab, React.ComponentType> = {
  overview: Overview,
  tests: TestsTab,
  bank: BankTab,
  invites: InvitesTab,
  results: ResultsTab,
  scoring: ScoringTab,
};

export default function AdminPage() {
  const { params, change, setParams } = useUrlState();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "overview";
  const { data } = useOverview();
  useLiveRefresh();
  const Content = CONTENT[tab];
  const report = params.get("report");
  const statistics = params.get("statistics");
  const history = params.get("history");
  const brief = params.get("brief");
  if (history) {
    return (
      <Suspense fallback={<PageSpinner label="Loading the history" />}>
        <HistoryPage
          id={history}
          question={params.get("question")}
          onQuestion={(question) => change({ question }, { replace: true })}
          beside={params.get("beside")}
          onBeside={(beside, question) => change({ beside, question }, { replace: true })}
          onBack={() => change({ history: null, question: null, beside: null, result: history })}
        />
      </Suspense>
    );
  }
  if (brief) {
    return (
      <Suspense fallback={<PageSpinner label="Loading the brief" />}>
        <BriefPage id={brief} onBack={() => change({ brief: null, result: brief })} />
      </Suspense>
    );
  }
  if (report) {
    return (
      <Suspense fallback={<PageSpinner label="Loading the report" />}>
        <Report id={report} onBack={() => change({ report: null, result: report })} />
      </Suspense>
    );
  }
  // What is selected lives in the tab, which stays while its report is printed.
  const isPrinting = tab === "results" && params.has("print");
  return (
    <div className="min-h-dvh">
      <title>{`${TITLES[tab]} | Invigil`}</title>
      {!isPrinting && <AdminHeader />}
      <main>
        <Tabs
          label="Dashboard"
          value={tab}
          // A tab does not inherit the filters of another one.
          onChange={(value) => setParams({ tab: value })}
          listClassName={
            isPrinting ? "hidden" : "sticky top-14 z-20 short:top-0 border-line border-b bg-surface"
          }
          innerClassName="mx-auto max-w-[1240px] border-b-0 px-4 sm:px-6"
          items={[
            { value: "overview", label: TITLES.overview },
            { value: "tests", label: TITLES.tests, count: data?.total_tests },
            { value: "bank", label: TITLES.bank },
            { value: "invites", label: TITLES.invites, count: data?.invites_sent },
            { value: "results", label: TITLES.results, count: data?.completed_tests },
            {
              value: "scoring",
              label: TITLES.scoring,
              count: data?.pending_reviews || undefined,
              urgent: true,
            },
          ]}
        >
          <div className="mx-auto max-w-[1240px] px-4 py-6 sm:px-6 print:p-0">
            {statistics ? (
              <StatisticsView test={statistics} onBack={() => change({ statistics: null })} />
            ) : (
              <Suspense fallback={<PageSpinner label="Loading" />}>
                <Content />
              </Suspense>
            )}
          </div>
        </Tabs>
      </main>
      <SettingsPanel />
    </div>
  );
}
