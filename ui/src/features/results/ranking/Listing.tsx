import { BarChart3, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useUrlState } from "@/lib/url-state";
import { Button, ButtonLink } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { t } from "./texts";
import { filterParams, NO_FILTERS } from "./view";

interface Query {
  data: { total: number; rows: unknown[] } | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface Props {
  query: Query;
  test: string;
  /** Whether the test has any submission. */
  hasSubmissions: boolean;
  children: ReactNode;
}

function Nothing({ total, test, hasSubmissions }: { total: number; test: string; hasSubmissions: boolean }) {
  const { change } = useUrlState();
  if (!hasSubmissions)
    return (
      <EmptyState
        icon={<BarChart3 />}
        title={t("noResults")}
        text={t("noResultsText")}
        action={
          <ButtonLink variant="secondary" to={`/admin?tab=invites&send=1&to=${encodeURIComponent(test)}`}>
            {t("sendInvite")}
          </ButtonLink>
        }
      />
    );
  const beyond = total > 0;
  return (
    <EmptyState
      icon={<SearchX />}
      title={beyond ? t("noPage") : t("noMatch")}
      action={
        <Button
          variant="secondary"
          onClick={() => change(beyond ? { page: null } : filterParams(NO_FILTERS))}
        >
          {beyond ? t("firstPage") : t("clearFilters")}
        </Button>
      }
    />
  );
}

/** The frame of a list, with its states: loading, failed, empty. */
export function Listing({ query, test, hasSubmissions, children }: Props) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`overflow-hidden rounded-card border border-line bg-surface ${isPlaceholderData ? "opacity-60" : ""}`}
    >
      {Boolean(error) && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
      {!data && !error && <SkeletonList rows={10} label={t("loading")} />}
      {data && data.rows.length === 0 && (
        <Nothing total={data.total} test={test} hasSubmissions={hasSubmissions} />
      )}
      {data && data.rows.length > 0 && children}
    </div>
  );
}
