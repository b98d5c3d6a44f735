import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SkeletonList } from "@/ui/Skeleton";
import { Section } from "./Section";

/** The newest entries of the audit log, for the first administrator. */
export function AuditLog() {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const query = useInfiniteQuery({
    queryKey: ["audit-log", search],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      api.get("/admin/audit-log", {
        query: { ...(search ? { search } : {}), ...(pageParam === null ? {} : { before: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Section
      title="Audit log"
      text={
        <>
          Who did what, newest first. <code>invigil audit export</code> writes all of it and verifies that
          nothing was changed.
        </>
      }
      action={
        <Button
          variant="secondary"
          size="sm"
          busy={isFetching && !isFetchingNextPage}
          onClick={() => void refetch()}
        >
          Reload
        </Button>
      }
    >
      <Field label="Search actions and targets">
        <Input
          type="search"
          value={typed}
          placeholder="submission.decide"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {error && !data && (
        <ErrorState
          title="The audit log could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !error && <SkeletonList rows={6} label="Loading the audit log" />}
      {entries?.length === 0 && <p className="text-muted text-sm">No entries found.</p>}
      {entries && entries.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line">
          {entries.map((entry) => (
            <li
              key={entry.number}
              className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[1fr_auto]"
            >
              <p className="min-w-0 break-words">
                <span className="font-medium">{entry.actor ?? "Server"}</span>{" "}
                <code className="text-xs">{entry.action}</code>
              </p>
              <p className="text-muted text-xs tabular-nums">
                {formatDateTime(entry.at)} · {entry.number}
              </p>
              <p className="min-w-0 break-words text-ink-2 text-xs sm:col-span-2">
                {[entry.target, entry.note].filter(Boolean).join(": ")}
              </p>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older entries
        </Button>
      )}
    </Section>
  );
}
