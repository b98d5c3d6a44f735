import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { Link } from "react-router-dom";
import { queryOf } from "@/api/query";
import type { Test, TestFunnel } from "@/api/types";
import { Distribution } from "@/features/results/statistics/Distribution";
import { FunnelBar } from "@/features/staff-shared/FunnelBar";
import { hasMiddle } from "@/features/staff-shared/few";
import { stepsOf, useFunnels } from "@/features/staff-shared/funnels";
import { type TestTab, testPath } from "@/features/staff-shared/test-path";
import { ReadinessNotice } from "@/features/tests/readiness/ReadinessNotice";
import { kindLabel } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { exactPercent } from "@/lib/score";
import { ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "../texts";

function All({ test, tab, children }: { test: string; tab: TestTab; children: string }) {
  return (
    <Link to={testPath(test, tab)} className="py-0.5 text-primary text-sm hover:underline">
      {children}
    </Link>
  );
}

function People({ test, funnel }: { test: Test; funnel: TestFunnel | undefined }) {
  if (!funnel || funnel.invited === 0)
    return (
      <EmptyState
        icon={<Send className="rtl:-scale-x-100" />}
        title={t("noInvitations")}
        text={test.archived ? t("archivedText") : undefined}
        action={
          !test.archived && (
            <ButtonLink variant="secondary" to={`${testPath(test.id, "people")}?send=1`}>
              {t("sendInvite")}
            </ButtonLink>
          )
        }
      />
    );
  const steps = stepsOf(funnel);
  return (
    <>
      <FunnelBar funnel={funnel} className="h-3" />
      <ul className="mt-4 space-y-1 text-sm tabular-nums">
        {steps.map(({ label, status, count, colour }) => (
          <li key={label}>
            <Link
              to={`${testPath(test.id, "people")}?status=${status}`}
              className="flex min-h-8 items-center gap-2 hover:underline"
            >
              <span aria-hidden="true" className={`size-2.5 rounded-full ${colour}`} />
              <strong className="font-semibold">{count}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Results({ test, toScore }: { test: string; toScore: number }) {
  const { data } = useQuery(queryOf("/tests/{id}/statistics", { path: { id: test }, query: {} }));
  if (!data) return <Skeleton className="h-52" />;
  if (data.counted === 0)
    return (
      <p className="text-ink-2 text-sm">
        {data.submissions === 0 ? t("noResults") : t("noneFinal", { count: data.submissions })}
      </p>
    );
  const isShown = hasMiddle(data.counted);
  return (
    <>
      <p className="mb-4 text-ink-2 text-sm tabular-nums">
        {t("finalOf", { final: data.counted, total: data.submissions })}
        {data.mean != null && isShown && t("mean", { score: exactPercent(data.mean) })}
        {data.median != null && isShown && t("median", { score: exactPercent(data.median) })}
        {toScore > 0 && (
          <>
            {". "}
            <Link to="/admin?tab=scoring" className="text-primary underline">
              {t("submissionsToScore", { count: toScore })}
            </Link>
          </>
        )}
      </p>
      <Distribution buckets={data.distribution} />
    </>
  );
}

/** How many questions of each kind, most first. */
function kindsOf({ questions, question_count }: Test): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { type } of questions) {
    const label = kindLabel(type);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const drawn = question_count - questions.length;
  if (drawn > 0) counts.set(t("drawn"), drawn);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Where the test stands: its people, its results, what it asks. */
export function TestOverview({ test }: { test: Test }) {
  const { may } = useRights();
  const funnels = useFunnels();
  const funnel = funnels.data?.find(({ test_id }) => test_id === test.id);
  const sections = test.sections?.filter(({ title }) => title) ?? [];
  return (
    <div className="space-y-5">
      {!test.archived && may("author", test.id) && <ReadinessNotice test={test.id} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="min-w-0 space-y-5">
          {may("invite", test.id) && (
            <Card
              title={t("tabPeople")}
              actions={
                <All test={test.id} tab="people">
                  {t("allPeople")}
                </All>
              }
            >
              {funnels.data ? <People test={test} funnel={funnel} /> : <Skeleton className="h-32" />}
            </Card>
          )}
          <Card
            title={t("tabQuestions")}
            actions={
              may("author", test.id) && (
                <All test={test.id} tab="questions">
                  {t("edit")}
                </All>
              )
            }
          >
            <ul className="space-y-1.5 text-sm tabular-nums">
              {kindsOf(test).map(([label, count]) => (
                <li key={label} className="flex justify-between gap-3">
                  <span className="text-ink-2">{label}</span>
                  <span className="font-medium">{count}</span>
                </li>
              ))}
            </ul>
            {sections.length > 0 && (
              <p dir="auto" className="mt-3 text-muted text-sm">
                {t("sections", { titles: sections.map(({ title }) => title).join(", ") })}
              </p>
            )}
          </Card>
        </div>
        <div className="min-w-0 space-y-5">
          {may("read_results", test.id) && (
            <Card
              title={t("results")}
              actions={
                <All test={test.id} tab="results">
                  {t("tabResults")}
                </All>
              }
            >
              <Results test={test.id} toScore={funnel?.waiting_for_review ?? 0} />
            </Card>
          )}
          <Card
            title={t("description")}
            actions={
              may("author", test.id) && (
                <All test={test.id} tab="settings">
                  {t("tabSettings")}
                </All>
              )
            }
          >
            {test.description ? (
              <FormattedText content={test.description_content} source={test.description} />
            ) : (
              <p className="text-muted text-sm">{t("noDescription")}</p>
            )}
          </Card>
        </div>
      </div>
    </div>
  );
}
