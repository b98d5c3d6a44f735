import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { Test } from "@/api/types";
import { InvitesTab } from "@/features/invites/InvitesTab";
import RankingPage from "@/features/results/ranking/RankingPage";
import { StatisticsView } from "@/features/results/statistics/StatisticsView";
import { useFunnels } from "@/features/staff-shared/funnels";
import { TAB_NEEDS, TEST_TABS, testPath } from "@/features/staff-shared/test-path";
import { type TestFormState, useTestForm } from "@/features/tests/useTestForm";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { ButtonLink } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { TestOverview } from "./overview/TestOverview";
import { QuestionsTab } from "./questions/QuestionsTab";
import { SaveBar } from "./SaveBar";
import { SettingsTab } from "./SettingsTab";
import { TestHeader } from "./TestHeader";
import { readTab, type Tab, tabLabel } from "./tabs";
import { t } from "./texts";
import { TranslationsTab } from "./translations/TranslationsTab";
import { useSettled } from "./useSettled";

const FRAME = "mx-auto w-full max-w-desk px-4 sm:px-6";

/** One test: what it asks, who takes it, and how it went. */
export default function TestPage({ header }: { header: ReactNode }) {
  const { id = "", tab: wanted } = useParams();
  const { params } = useUrlState();
  const tab = readTab(wanted);
  const { may } = useRights();
  useLiveRefresh();
  const { data, error, refetch, isFetching } = useQuery(queryOf("/tests/{id}", { path: { id } }));
  if (tab === null || (tab !== "overview" && !may(TAB_NEEDS[tab], id)))
    return <Navigate replace to={testPath(id)} />;
  // What is selected lives in the ranking, which stays while its report is printed.
  const isPrinting = tab === "results" && params.has("print");
  const missing = error instanceof ApiFailure && error.status === 404;
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{t("pageTitle", { title: data?.title ?? t("untitled"), tab: tabLabel(tab) })}</title>
      {!isPrinting && header}
      <main id="main" className="flex flex-1 flex-col">
        {data && <Loaded key={id} test={data} tab={tab} isPrinting={isPrinting} />}
        {!data && (
          <div className={`${FRAME} py-6`}>
            {!error && <SkeletonList rows={8} label={t("loading")} />}
            {error && (
              <ErrorState
                title={missing ? t("missing") : t("notLoaded")}
                detail={errorText(error)}
                {...(!missing && { onRetry: () => void refetch(), busy: isFetching })}
              />
            )}
            {missing && (
              <p className="text-center">
                <ButtonLink variant="secondary" to="/admin?tab=tests">
                  {t("allTests")}
                </ButtonLink>
              </p>
            )}
          </div>
        )}
      </main>
    </div>
  );
}

function Loaded({ test, tab, isPrinting }: { test: Test; tab: Tab; isPrinting: boolean }) {
  const navigate = useNavigate();
  const { may } = useRights();
  const stored = useTestForm(test);
  const { form, settling } = useSettled(test, stored, tab);
  const funnel = useFunnels().data?.find(({ test_id }) => test_id === test.id);
  const isFor = (name: Tab) => name === "overview" || may(TAB_NEEDS[name], test.id);
  const go = (next: string) =>
    navigate(
      testPath(
        test.id,
        TEST_TABS.find((one) => one === next),
      ),
    );
  return (
    <>
      {!isPrinting && (
        <TestHeader className={FRAME} test={test} funnel={funnel} unsaved={form.edit.changed} form={form} />
      )}
      <Tabs
        label={t("parts", { title: test.title })}
        // What saves stays at the lower edge below a short form, too.
        className="flex-1"
        value={tab}
        onChange={go}
        listClassName={
          isPrinting ? "hidden" : "sticky top-14 z-20 short:top-0 border-line border-b bg-surface"
        }
        innerClassName={`${FRAME} border-b-0`}
        items={[
          { value: "overview", label: tabLabel("overview") },
          { value: "questions", label: tabLabel("questions"), count: test.question_count },
          {
            value: "translations",
            label: tabLabel("translations"),
            ...(test.translated_into && { count: test.translated_into.length }),
          },
          { value: "people", label: tabLabel("people"), ...(funnel && { count: funnel.invited }) },
          { value: "results", label: tabLabel("results"), ...(funnel && { count: funnel.completed }) },
          { value: "statistics", label: tabLabel("statistics") },
          { value: "settings", label: tabLabel("settings") },
        ].filter(({ value }) => isFor(value as Tab))}
      >
        {tab === "translations" ? (
          <TranslationsTab test={test} className={FRAME} />
        ) : (
          <div className={`${FRAME} ${tab === "results" ? "pt-3" : "pt-4"} pb-6 print:p-0`}>
            <Content tab={tab} test={test} form={form} settling={settling} />
          </div>
        )}
      </Tabs>
      {(tab === "questions" || tab === "settings") && <SaveBar className={FRAME} tab={tab} form={form} />}
    </>
  );
}

interface ContentProps {
  tab: Exclude<Tab, "translations">;
  test: Test;
  form: TestFormState;
  settling: ReturnType<typeof useSettled>["settling"];
}

function Content({ tab, test, form, settling }: ContentProps) {
  switch (tab) {
    case "overview":
      return <TestOverview test={test} />;
    case "questions":
      return <QuestionsTab test={test} form={form} settling={settling} />;
    case "people":
      return <InvitesTab test={test.id} />;
    case "results":
      return <RankingPage />;
    case "statistics":
      return <StatisticsView test={test.id} />;
    case "settings":
      return <SettingsTab test={test} form={form} />;
  }
}
