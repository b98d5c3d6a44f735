import { clsx } from "clsx";
import { Eraser, SearchX, UsersRound } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { useUrlState } from "@/lib/url-state";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { QueryError } from "@/ui/QueryError";
import { SearchField } from "@/ui/SearchField";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { ApplicantItem, COLUMNS } from "./ApplicantItem";
import { useApplicants } from "./queries";
import { t } from "./texts";

export function ApplicantsTab() {
  const [search, setSearch] = useState("");
  const wanted = useDebounced(search.trim());
  const { params, change } = useUrlState();
  const onlyAsked = params.get("erasure") === "asked";
  const query = useApplicants(wanted, onlyAsked);
  const { data, error, refetch, isFetching } = query;
  useFailureToast(error && !data, t("loadFailed", { reason: errorText(error) }));
  const applicants = data?.pages.flatMap((page) => page.items);
  return (
    <div className="space-y-4">
      {onlyAsked && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-medium text-sm">{t("askErasure")}</p>
          <Button variant="secondary" size="sm" onClick={() => change({ erasure: null })}>
            {t("showAll")}
          </Button>
        </div>
      )}
      <search>
        <SearchField label={t("search")} placeholder={t("searchHere")} value={search} onChange={setSearch} />
      </search>
      <div className="@container overflow-hidden rounded-card border border-line">
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!applicants && !error && <SkeletonList rows={6} label={t("loading")} />}
        {applicants?.length === 0 &&
          (wanted ? (
            <EmptyState
              icon={<SearchX />}
              title={t("noMatch")}
              action={
                <Button variant="secondary" onClick={() => setSearch("")}>
                  {t("clearSearch")}
                </Button>
              }
            />
          ) : onlyAsked ? (
            <EmptyState icon={<Eraser />} title={t("noRequests")} />
          ) : (
            <EmptyState icon={<UsersRound />} title={t("noApplicants")} text={t("noApplicantsText")} />
          ))}
        {applicants && applicants.length > 0 && (
          <>
            <div
              aria-hidden="true"
              className={clsx(
                "hidden border-line border-b px-4 py-2 font-medium text-muted text-xs",
                COLUMNS,
              )}
            >
              <span>{t("candidate")}</span>
              <span className="text-end">{t("invitationsHead")}</span>
              <span className="text-end">{t("submissionsHead")}</span>
              <span className="text-end">{t("since")}</span>
            </div>
            <ul aria-label={t("applicants")} className="divide-y divide-line">
              {applicants.map((applicant) => (
                <ApplicantItem key={applicant.id} applicant={applicant} />
              ))}
            </ul>
          </>
        )}
      </div>
      <LoadMore query={query} />
    </div>
  );
}
