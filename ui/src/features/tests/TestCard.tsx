import { Archive, Clock, Languages, ListChecks, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import type { Test, TestFunnel } from "@/api/types";
import { rankingPath } from "@/features/results/ranking/path";
import { FunnelBar } from "@/features/staff-shared/FunnelBar";
import { funnelWords } from "@/features/staff-shared/funnels";
import { testPath } from "@/features/staff-shared/test-path";
import { formatDate, formatList, points } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { languageName } from "@/lib/timeline";
import { Badge } from "@/ui/Badge";
import { ButtonLink } from "@/ui/Button";
import { lineOf } from "@/ui/rich-text/plain";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./list-texts";
import { TestMenu } from "./TestMenu";

interface Props {
  test: Test;
  /** Absent while it loads. */
  funnel: TestFunnel | undefined;
  /** Why its code would wait now; empty if it would not. */
  waiting: string;
}

/** Whether its papers differ. */
const isDrawn = ({ sections = [] }: Test) => sections.some(({ items }) => items.some(({ pool }) => pool));

export function TestCard({ test, funnel, waiting }: Props) {
  const { may } = useRights();
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 dir="auto" className="line-clamp-2 min-w-0 font-semibold text-base">
          <Link to={testPath(test.id)} className="hover:underline">
            {test.title}
          </Link>
        </h2>
        {test.archived && (
          <Badge icon={<Archive aria-hidden="true" className="size-3" />}>{t("archived")}</Badge>
        )}
      </div>
      {test.description && (
        <p dir="auto" className="mt-1 line-clamp-2 text-ink-2 text-sm">
          {lineOf(test.description_content, test.description)}
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs tabular-nums">
        <li className="inline-flex items-center gap-1.5">
          <ListChecks aria-hidden="true" className="size-3.5" />
          {t("facts", {
            questions: t("questions", { count: test.question_count }),
            points: points(test.total_points),
            drawn: isDrawn(test) ? "yes" : "no",
          })}
        </li>
        <li className="inline-flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-3.5" />
          {t("minutes", { count: test.duration_minutes })}
        </li>
        <li>{t("created", { date: formatDate(test.created_at) })}</li>
        {test.translated_into && (
          <li className="inline-flex items-center gap-1.5">
            <Languages aria-hidden="true" className="size-3.5 shrink-0" />
            {t("translatedInto", { languages: formatList(test.translated_into.map(languageName)) })}
          </li>
        )}
      </ul>
      {waiting && (
        <p className="mt-2 flex items-center gap-1.5 font-medium text-warning text-xs">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {waiting}
        </p>
      )}
      <div className="mt-auto pt-4">
        <p className="min-h-5 font-medium text-sm tabular-nums">
          {funnel && (
            <>
              {funnelWords(funnel)}
              {funnel.waiting_for_review > 0 && (
                <span className="font-normal text-muted">
                  {t("toScore", { count: funnel.waiting_for_review })}
                </span>
              )}
            </>
          )}
        </p>
        {/* Keeps its height without invitations, so that the cards of a row stay level. */}
        <span className="mt-2 block h-1.5">
          {funnel && funnel.invited > 0 && <FunnelBar funnel={funnel} className="h-1.5" />}
        </span>
        <div className="mt-4 flex items-center justify-between gap-2">
          <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5 [&>*]:px-2.5">
            {!test.archived && may("invite", test.id) && (
              <ButtonLink
                variant="secondary"
                size="sm"
                to={`/admin?tab=invites&send=1&to=${encodeURIComponent(test.id)}`}
              >
                {t("invite")}
              </ButtonLink>
            )}
            {may("author", test.id) && (
              <ButtonLink variant="secondary" size="sm" to={testPath(test.id, "questions")}>
                {t("edit")}
              </ButtonLink>
            )}
            {may("read_results", test.id) && (
              <ButtonLink variant="secondary" size="sm" to={rankingPath(test.id)}>
                {t("results")}
              </ButtonLink>
            )}
          </div>
          <TestMenu test={test} />
        </div>
      </div>
    </article>
  );
}

export function TestCardSkeleton() {
  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="mt-3 h-3.5 w-full" />
      <Skeleton className="mt-2 h-3.5 w-4/5" />
      <Skeleton className="mt-4 h-3 w-2/3" />
      <Skeleton className="mt-5 h-8 w-20" />
    </div>
  );
}
