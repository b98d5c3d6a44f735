import { Search, SearchX, UsersRound } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";
import { ApplicantItem } from "./ApplicantItem";
import { useApplicants } from "./queries";

export function ApplicantsTab() {
  const [search, setSearch] = useState("");
  const wanted = useDebounced(search.trim());
  const query = useApplicants(wanted);
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  useFailureToast(error && !data, `Failed to load applicants: ${errorText(error)}`);
  const applicants = data?.pages.flatMap((page) => page.items);
  return (
    <div className="space-y-4">
      <search>
        <Field label="Search applicants" hideLabel className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          />
          <Input
            type="search"
            value={search}
            placeholder="Search by name or email..."
            className="pl-9"
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
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
          (wanted ? (
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
      {hasNextPage && (
        <div className="flex justify-center">
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
