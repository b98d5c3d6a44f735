import { clsx } from "clsx";
import { Link } from "react-router-dom";
import type { TestFunnel } from "@/api/types";
import { rankingPath } from "@/features/results/ranking/path";
import { FunnelBar } from "@/features/staff-shared/FunnelBar";
import { medianWords, stepsOf, useFunnels } from "@/features/staff-shared/funnels";
import { Card } from "@/ui/Card";
import { SkeletonList } from "@/ui/Skeleton";
import { t } from "./texts";

const SHOWN = 6;

/** One width, so that the bars end together. */
const RESULTS =
  "flex w-28 shrink-0 whitespace-nowrap items-center justify-end pe-5 ps-2 text-end text-xs tabular-nums";

function Funnel({ funnel }: { funnel: TestFunnel }) {
  const steps = stepsOf(funnel);
  return (
    <Link
      to={`/admin?tab=invites&date=all&test=${encodeURIComponent(funnel.test_id)}`}
      className="block min-w-0 flex-1 py-3 pe-3 ps-5 outline-offset-[-2px] transition-colors hover:bg-subtle"
    >
      <span className="flex items-baseline justify-between gap-x-3 max-sm:flex-wrap">
        <span dir="auto" title={funnel.title} className="font-medium text-sm sm:truncate">
          {funnel.title}
        </span>
        <span className="shrink-0 text-ink-2 text-xs tabular-nums">
          {[t("invited", { count: funnel.invited }), medianWords(funnel)].filter(Boolean).join(", ")}
        </span>
      </span>
      <FunnelBar funnel={funnel} className="mt-2 h-2" />
      <span className="mt-1.5 flex flex-wrap gap-x-3 text-muted text-xs tabular-nums">
        {steps.map(({ label, count, colour }) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-full ${colour}`} />
            {count} {label}
          </span>
        ))}
      </span>
    </Link>
  );
}

/** How far the invitations of the newest tests have come. */
export function Funnels() {
  const { data } = useFunnels();
  const active = data?.filter(({ invited }) => invited > 0) ?? [];
  if (data && active.length === 0) return null;
  return (
    <Card
      title={t("tests")}
      flush
      actions={
        active.length > SHOWN && (
          <Link to="/admin?tab=tests" className="py-0.5 text-primary text-sm hover:underline">
            {t("allTests")}
          </Link>
        )
      }
    >
      {!data && <SkeletonList rows={3} label={t("loadingTests")} />}
      <ul className="divide-y divide-line">
        {active.slice(0, SHOWN).map((funnel) => (
          <li key={funnel.test_id} className="flex items-stretch">
            <Funnel funnel={funnel} />
            {funnel.completed === 0 ? (
              <span className={RESULTS} />
            ) : (
              <Link
                to={rankingPath(funnel.test_id)}
                aria-label={t("resultsOf", { title: funnel.title })}
                className={clsx(RESULTS, "text-primary hover:underline")}
              >
                {t("resultCount", { count: funnel.completed })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
