import { ArrowLeft, CircleStop, MonitorPlay, Users } from "lucide-react";
import type { Invite, Monitored } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { ActiveTests } from "./ActiveTests";
import { InvitePane } from "./InvitePane";
import { TestFilter } from "./TestFilter";
import { t } from "./texts";
import { inOrder, isReady } from "./useMonitorable";

interface Props {
  invites: Invite[] | undefined;
  rows: Monitored[];
  failure: { detail: string; retry: () => void; busy: boolean } | null;
  wanted: string | null;
  /** Id of the only test that is shown; empty for all. */
  test: string;
  onSelect: (id: string | null) => void;
  onTest: (test: string | null) => void;
}

/** List of active tests next to the video of the chosen one. */
export function ListView({ invites: known, rows, failure, wanted, test, onSelect, onTest }: Props) {
  const invites = inOrder((known ?? []).filter((invite) => !test || invite.test_id === test));
  const live = new Map(rows.map((row) => [row.invite_id, row]));
  const selected = invites.find((invite) => invite.id === wanted && isReady(invite));
  return (
    <main
      id="main"
      className="mx-auto grid max-w-desk items-start gap-5 px-4 py-6 sm:px-6 lg:grid-cols-[22rem_1fr]"
    >
      <section
        aria-labelledby="active-tests"
        // A long list scrolls separately, so that the chosen test stays in view beside it.
        className={`flex flex-col overflow-hidden rounded-card border border-line bg-surface lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6.5rem)] ${wanted ? "max-lg:hidden" : ""}`}
      >
        <h2 id="active-tests" className="border-line border-b px-4 py-3 font-semibold text-base tabular-nums">
          {t("activeTests", { count: known ? invites.length : "…" })}
        </h2>
        <div className="border-line border-b px-4 py-2.5 empty:hidden">
          <TestFilter rows={known ?? []} test={test} onChange={onTest} />
        </div>
        {failure && !known && (
          <ErrorState
            title={t("testsNotLoaded")}
            detail={failure.detail}
            onRetry={failure.retry}
            busy={failure.busy}
          />
        )}
        {!known && !failure && <SkeletonList rows={4} label={t("loadingTests")} />}
        {known && invites.length === 0 && (
          <EmptyState icon={<Users />} title={t("noTests")} text={t("noTestsText")} />
        )}
        <div className="min-h-0 overflow-y-auto">
          <ActiveTests invites={invites} live={live} selected={wanted} onSelect={onSelect} />
        </div>
      </section>
      <section aria-label={t("selectedTest")} className={wanted ? "min-w-0" : "max-lg:hidden"}>
        {wanted && (
          <div className="mb-3 flex flex-wrap justify-between gap-2">
            <Button variant="ghost" icon={ArrowLeft} turns onClick={() => onSelect(null)}>
              {t("backToList")}
            </Button>
            <Button variant="secondary" icon={CircleStop} onClick={() => onSelect(null)}>
              {t("stopMonitoring")}
            </Button>
          </div>
        )}
        {selected ? (
          <InvitePane key={selected.id} invite={selected} row={live.get(selected.id)} />
        ) : (
          <div className="grid place-content-center rounded-card border border-line bg-surface lg:min-h-[60dvh]">
            {wanted && known ? (
              <EmptyState
                icon={<MonitorPlay />}
                title={t("notRunningAnyMore")}
                text={t("notRunningAnyMoreText")}
              />
            ) : (
              <EmptyState icon={<MonitorPlay />} title={t("chooseTest")} text={t("chooseTestText")} />
            )}
          </div>
        )}
      </section>
    </main>
  );
}
