import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "@/api/client";
import type { Reply } from "@/api/operations";
import { useAdmins, useReviewers, useStaff } from "@/features/staff-shared/admins";
import { dayEnd, localDay } from "@/lib/days";
import { formatDate, formatTime } from "@/lib/format";
import { useDebounced } from "@/lib/useDebounced";
import { Button, IconButton } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { FilterRow } from "@/ui/FilterRow";
import { Input } from "@/ui/Input";
import { QueryError } from "@/ui/QueryError";
import { Select } from "@/ui/Select";
import { SkeletonList } from "@/ui/Skeleton";
import { Section } from "../Section";
import { actionWords, grouped, subjectPath, unnamed } from "./sentences";
import { t } from "./texts";

const code = (inside: ReactNode) => <code>{inside}</code>;

/** The newest entries of the audit log, for the first administrator. */
export function AuditLog() {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const [actor, setActor] = useState("");
  const [day, setDay] = useState<Date | null>(null);
  const staff = useEveryone();
  const filter = {
    ...(search ? { search } : {}),
    ...(actor ? { actor } : {}),
    ...(day ? { from: day.toISOString(), until: dayEnd(day).toISOString() } : {}),
  };
  const query = useInfiniteQuery({
    queryKey: ["audit-log", search, actor, day && localDay(day)],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      api.get("/admin/audit-log", {
        query: { ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
      }),
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Section
      title={t("auditLog")}
      text={t.rich("auditText", { code })}
      action={
        <Button
          variant="secondary"
          size="sm"
          busy={isFetching && !isFetchingNextPage}
          onClick={() => void refetch()}
        >
          {t("reload")}
        </Button>
      }
    >
      <FilterRow
        set={(actor ? 1 : 0) + (day ? 1 : 0)}
        search={
          <Field label={t("searchLog")} className="min-w-0 flex-1 md:max-w-80">
            <Input
              type="search"
              value={typed}
              placeholder="submission.decide"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        }
      >
        <Field label={t("person")} className="w-full md:w-56">
          <Select
            value={actor}
            options={[
              { value: "", label: t("everyone") },
              { value: "none", label: t("serverAndCandidates") },
              ...staff.map(({ id, full_name }) => ({ value: id, label: full_name })),
            ]}
            onChange={(event) => setActor(event.target.value)}
          />
        </Field>
        <Field label={t("day")} className="w-full md:w-44">
          <DayInput value={day} max={new Date()} onChange={setDay} />
        </Field>
      </FilterRow>
      {error && !data && <QueryError title={t("logNotLoaded")} {...{ error, refetch, isFetching }} />}
      {!data && !error && <SkeletonList rows={6} label={t("loadingLog")} />}
      {entries?.length === 0 && <p className="text-muted text-sm">{t("noEntries")}</p>}
      {entries && entries.length > 0 && (
        <ol className="-mx-4 divide-y divide-line border-line border-t">
          {grouped(entries).map((group, at, all) => (
            <Line
              key={group[0]?.number}
              group={group}
              day={dayOf(group) !== dayOf(all[at - 1]) ? dayOf(group) : undefined}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("olderEntries")}
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
}

/** One sentence; the entries as they are stored open below it. */
function Line({ group, day }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const [entry] = group;
  if (!entry) return null;
  const words = actionWords(entry.action);
  // Each name once, though it was the object of several entries.
  const subjects = new Map(group.map(({ subject, target }) => [target, subject] as const));
  const names = [...subjects]
    .flatMap(([target, subject]) => (subject ? [{ target, subject }] : []))
    .map(({ target, subject }, at) => (
      <Fragment key={target}>
        {at > 0 && ", "}
        <Name subject={subject} target={target} />
      </Fragment>
    ));
  return (
    <li>
      {day && <h4 className="bg-subtle px-4 py-1.5 font-medium text-ink-2 text-xs">{day}</h4>}
      <div className="px-4 py-2 text-sm">
        <div className="flex items-baseline gap-2">
          <p className="min-w-0 flex-1 break-words">
            <bdi className="font-medium">{entry.actor ?? unnamed(entry.action)}</bdi>{" "}
            <span>{words ?? <code className="text-xs">{entry.action}</code>}</span>
            {group.length > 1 && <span className="text-muted"> {t("times", { count: group.length })}</span>}
            {names.length > 0 && <> ({names})</>}
          </p>
          <time dateTime={entry.at} className="text-muted text-xs tabular-nums">
            {formatTime(entry.at)}
          </time>
          <IconButton
            label={t("asStored")}
            aria-expanded={isOpen}
            className="-my-1.5 -me-2 self-start"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown aria-hidden="true" className={clsx("size-4", isOpen && "rotate-180")} />
          </IconButton>
        </div>
        {isOpen && (
          <div className="mt-1.5 rounded-control bg-subtle px-3 py-2 text-ink-2 text-xs">
            {group.map(({ number, action, target, note }) => (
              <p key={number} className="break-words tabular-nums">
                {number} <code>{action}</code> {[target, note].filter(Boolean).join(": ")}
              </p>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function Name({ subject, target }: { subject: NonNullable<Entry["subject"]>; target: string }) {
  const path = subjectPath(subject, target);
  return path ? (
    <Link to={path} dir="auto" className="text-primary underline">
      {subject.name}
    </Link>
  ) : (
    <bdi className="font-medium">{subject.name}</bdi>
  );
}

/** Accounts that can stand in the log, by name. */
function useEveryone() {
  const all = [useAdmins().data, useReviewers().data, useStaff().data].flatMap((list) => list ?? []);
  const byId = new Map(all.map((account) => [account.id, account]));
  return [...byId.values()].sort((a, b) => a.full_name.localeCompare(b.full_name));
}
