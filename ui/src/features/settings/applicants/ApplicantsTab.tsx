import { Eraser, SearchX, UsersRound } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { useUrlState } from "@/lib/url-state";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { LoadMore } from "@/ui/LoadMore";
import { SearchField } from "@/ui/SearchField";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { ApplicantItem } from "./ApplicantItem";
import { useApplicants } from "./queries";

export function ApplicantsTab() {
  const [search, setSearch] = useState("");
  const wanted = useDebounced(search.trim());
  const { params, change } = useUrlState();
  const onlyAsked = params.get("erasure") === "asked";
  const query = useApplicants(wanted, onlyAsked);
  const { data, error, refetch, isFetching } = query;
  useFailureToast(error && !data, `Failed to load applicants: ${errorText(error)}`);
  const applicants = data?.pages.flatMap((page) => page.items);
  return (
    <div className="space-y-4">
      {onlyAsked && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-medium text-sm">People who ask for erasure</p>
          <Button variant="secondary" size="sm" onClick={() => change({ erasure: null })}>
            Show all applicants
          </Button>
        </div>
      )}
      <search hidden={onlyAsked}>
        <SearchField
          label="Search applicants"
          placeholder="Search by name or email..."
          value={search}
          onChange={setSearch}
        />
      </search>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && (
          <ErrorState
            title="The applicants could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!applicants && !error && <SkeletonList rows={6} label="Loading applicants" />}
        {applicants?.length === 0 &&
          (onlyAsked ? (
            <EmptyState icon={<Eraser />} title="No requests for erasure" />
          ) : wanted ? (
            <EmptyState
              icon={<SearchX />}
              title="No applicant matches your search"
              action={
                <Button variant="secondary" onClick={() => setSearch("")}>
                  Clear search
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<UsersRound />}
              title="No applicants yet"
              text="Everyone who signs up or is invited is listed here."
            />
          ))}
        {applicants && applicants.length > 0 && (
          <ul aria-label="Applicants" className="divide-y divide-line">
            {applicants.map((applicant) => (
              <ApplicantItem key={applicant.id} applicant={applicant} />
            ))}
          </ul>
        )}
      </div>
      <LoadMore query={query} />
    </div>
  );
}
