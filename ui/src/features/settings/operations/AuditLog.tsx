import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import { formatDate, formatTime, plural } from "@/lib/format";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SkeletonList } from "@/ui/Skeleton";
import { Section } from "./Section";
import { actionWords, grouped, targetLink, unnamed } from "./sentences";

/** Tests whose titles are looked up. */
const TITLES = 100;

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
  const { data: tests } = useQuery({
    ...queryOf("/tests", { query: { limit: TITLES } }),
    enabled: data !== undefined,
  });
  const titles = new Map(tests?.map(({ id, title }) => [id, title]));
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
          {grouped(entries).map((group, at, all) => (
            <Line
              key={group[0]?.number}
              group={group}
              day={dayOf(group) !== dayOf(all[at - 1]) ? dayOf(group) : undefined}
              titles={titles}
            />
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

type Entry = Reply<"/admin/audit-log", "get">["entries"][number];

const dayOf = (group: Entry[] | undefined) => group?.[0] && formatDate(group[0].at);

interface LineProps {
  group: Entry[];
  /** Above the first entry of a day. */
  day: string | undefined;
  titles: ReadonlyMap<string, string>;
}

/** One sentence; the entries as they are stored open below it. */
function Line({ group, day, titles }: LineProps) {
  const [entry] = group;
  if (!entry) return null;
  const words = actionWords(entry.action);
  const links = new Map(
    group.flatMap((one) => {
      const link = targetLink(one, titles);
      return link ? [[link.to, link] as const] : [];
    }),
  );
  return (
    <li>
      {day && <h4 className="bg-subtle px-4 py-1.5 font-medium text-ink-2 text-xs">{day}</h4>}
      <div className="px-4 py-2.5 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <bdi className="font-medium">{entry.actor ?? unnamed(entry.action)}</bdi>
          <span>{words ?? <code className="text-xs">{entry.action}</code>}</span>
          {group.length > 1 && <span className="text-muted">({plural(group.length, "time")})</span>}
          {[...links.values()].map(({ name, to }) => (
            <Link key={to} to={to} dir="auto" className="min-w-0 break-words text-primary underline">
              {name}
            </Link>
          ))}
          <time dateTime={entry.at} className="ms-auto text-muted text-xs tabular-nums">
            {formatTime(entry.at)}
          </time>
        </p>
        <details className="text-ink-2 text-xs">
          <summary className="w-fit cursor-pointer py-0.5 text-muted">As stored</summary>
          {group.map(({ number, action, target, note }) => (
            <p key={number} className="break-words tabular-nums">
              {number} <code>{action}</code> {[target, note].filter(Boolean).join(": ")}
            </p>
          ))}
        </details>
      </div>
    </li>
  );
}
