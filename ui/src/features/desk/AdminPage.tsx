import { UserRoundCog } from "lucide-react";
import { lazy, Suspense } from "react";
import { Navigate } from "react-router-dom";
import { InvitesTab } from "@/features/invites/InvitesTab";
import { ResultsTab } from "@/features/results/ResultsTab";
import { ScoringTab } from "@/features/scoring/ScoringTab";
import { SettingsPanel } from "@/features/settings/SettingsPanel";
import { AccountHeader } from "@/features/staff-shared/AccountHeader";
import { useOverview } from "@/features/staff-shared/queries";
import { testPath } from "@/features/staff-shared/test-path";
import { TestsTab } from "@/features/tests/TestsTab";
import { useLiveRefresh } from "@/lib/live-refresh";
import { type Rights, useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { EmptyState } from "@/ui/EmptyState";
import { PageSpinner } from "@/ui/Spinner";
import { Tabs } from "@/ui/Tabs";
import { AdminHeader } from "./AdminHeader";
import { Overview as OverviewTab } from "./overview/Overview";
import { t } from "./texts";

const BriefPage = lazy(() => import("@/features/results/brief/BriefPage"));
const HistoryPage = lazy(() => import("@/features/results/history/HistoryPage"));
const Report = lazy(() => import("@/features/results/Report"));
const BankTab = lazy(() => import("@/features/questions/bank/BankTab"));

const TABS = ["overview", "tests", "bank", "invites", "results", "scoring"] as const;
type Tab = (typeof TABS)[number];
/** What a tab is for. The bank belongs to no test. */
const NEEDS: Record<Tab, (rights: Rights) => boolean> = {
  overview: ({ may }) => may("oversee"),
  tests: ({ may }) => may("read_tests"),
  bank: ({ mayAll }) => mayAll("read_tests"),
  invites: ({ may }) => may("invite"),
  results: ({ may }) => may("read_results"),
  scoring: ({ may }) => may("score"),
};
const CONTENT: Record<Tab, React.ComponentType> = {
  overview: OverviewTab,
  tests: TestsTab,
  bank: BankTab,
  invites: InvitesTab,
  results: ResultsTab,
  scoring: ScoringTab,
};

type Overview = NonNullable<ReturnType<typeof useOverview>["data"]>;

/** Numbers beside the names of tabs. */
const counts = (data: Overview | undefined): Partial<Record<Tab, { count?: number; urgent?: boolean }>> =>
  data
    ? {
        tests: { count: data.total_tests },
        invites: { count: data.invites_sent },
        results: { count: data.completed_tests },
        scoring: { ...(data.pending_reviews > 0 && { count: data.pending_reviews }), urgent: true },
      }
    : {};

function NoRoles() {
  return (
    <div className="min-h-dvh">
      <title>Invigil</title>
      <AccountHeader />
      <main className="mx-auto max-w-desk px-4 py-6 sm:px-6">
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={<UserRoundCog />} title={t("noRoles")} text={t("noRolesText")} />
        </div>
      </main>
    </div>
  );
}

export default function AdminPage() {
  const { params, change, setParams } = useUrlState();
  const rights = useRights();
  const tabs = TABS.filter((name) => NEEDS[name](rights));
  const tab = tabs.find((name) => name === params.get("tab")) ?? tabs[0];
  const { data } = useOverview();
  useLiveRefresh();
  if (tab === undefined) return rights.may("watch") ? <Navigate to="/monitoring" replace /> : <NoRoles />;
  const Content = CONTENT[tab];
  const report = params.get("report");
  const statistics = params.get("statistics");
  const history = params.get("history");
  const brief = params.get("brief");
  // Addresses from before a test had a page of its own.
  const edited = tab === "tests" ? params.get("edit") : null;
  if (statistics) return <Navigate replace to={testPath(statistics, "statistics")} />;
  if (edited) return <Navigate replace to={testPath(edited, "questions")} />;
  if (history) {
    return (
      <Suspense fallback={<PageSpinner label={t("loadingHistory")} />}>
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
      <Suspense fallback={<PageSpinner label={t("loadingBrief")} />}>
        <BriefPage id={brief} onBack={() => change({ brief: null, result: brief })} />
      </Suspense>
    );
  }
  if (report) {
    return (
      <Suspense fallback={<PageSpinner label={t("loadingReport")} />}>
        <Report id={report} onBack={() => change({ report: null, result: report })} />
      </Suspense>
    );
  }
  // What is selected lives in the tab, which stays while its report is printed.
  const isPrinting = tab === "results" && params.has("print");
  return (
    <div className="min-h-dvh">
      <title>{t("pageTitle", { title: t(tab) })}</title>
      {!isPrinting && <AdminHeader />}
      <main id="main">
        <Tabs
          label={t("dashboard")}
          value={tab}
          // A tab does not inherit the filters of another one.
          onChange={(value) => setParams({ tab: value })}
          listClassName={
            isPrinting ? "hidden" : "sticky top-14 z-20 short:top-0 border-line border-b bg-surface"
          }
          innerClassName="mx-auto max-w-desk border-b-0 px-4 sm:px-6"
          items={tabs.map((value) => ({ value, label: t(value), ...counts(data)[value] }))}
        >
          <div className="mx-auto max-w-desk px-4 py-6 sm:px-6 print:p-0">
            <Suspense fallback={<PageSpinner within label={t("loading")} />}>
              <Content />
            </Suspense>
          </div>
        </Tabs>
      </main>
      {rights.may("operate") && <SettingsPanel />}
    </div>
  );
}
