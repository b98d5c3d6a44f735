import { clsx } from "clsx";
import { CircleCheckBig, PenLine, RotateCw, Sparkles } from "lucide-react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";
import type { QueueItem } from "@/api/types";
import { useScorers } from "@/features/staff-shared/admins";
import { mayHaveKey, useAiSettings } from "@/features/staff-shared/ai/key";
import { ReviewerFilter } from "@/features/staff-shared/ReviewerFilter";
import { formatDate, formatDateTime, formatTime } from "@/lib/format";
import { idOf, useUrlState } from "@/lib/url-state";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { Person } from "@/ui/Person";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { type Column, Table } from "@/ui/Table";
import { useQueue } from "./queries";
import { t } from "./texts";
import { useAutoReview } from "./useAutoReview";

/** More parts would be too small to be seen. */
const MAX_PARTS = 8;

function Tag({ item }: { item: QueueItem }) {
  if (item.pending_reviews === 0) return <Badge tone="violet">{t("second")}</Badge>;
  return (
    <Badge tone={item.scoring_status === "partially_reviewed" ? "violet" : "amber"}>
      {item.scoring_status === "partially_reviewed" ? t("partialTag") : t("newTag")}
    </Badge>
  );
}

/** A part of the bar for each question that people score; the counts beside it say the same. */
function Progress({ item }: { item: QueueItem }) {
  const { manual_questions: all, pending_reviews } = item;
  const parts = Math.min(all, MAX_PARTS);
  const done = all > 0 ? Math.floor(((all - pending_reviews) / all) * parts) : 0;
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="flex w-10 shrink-0 gap-0.5">
        {Array.from({ length: parts }, (_, part) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: parts differ by their place alone
            key={part}
            className={clsx("h-1.5 flex-1 rounded-full", part < done ? "bg-primary" : "bg-line-strong/40")}
          />
        ))}
      </span>
      <Tag item={item} />
    </div>
  );
}

/** In the list of a second marker there are submissions with a first score for each answer. */
const counts = ({ manual_questions, pending_reviews }: QueueItem) =>
  pending_reviews > 0
    ? t("countsPending", { count: manual_questions, pending: pending_reviews })
    : t("countsSecond", { count: manual_questions });

const submitted = ({ submitted_at }: QueueItem) =>
  submitted_at === null ? t("hidden") : formatDateTime(submitted_at);

/** Date over time, so that the column stays narrow. */
function Submitted({ item }: { item: QueueItem }) {
  if (item.submitted_at === null) return submitted(item);
  return (
    <time dateTime={item.submitted_at}>
      {formatDate(item.submitted_at)}
      <span className="block text-muted text-xs">{formatTime(item.submitted_at)}</span>
    </time>
  );
}

interface ActionsProps {
  item: QueueItem;
  running: string | null;
  /** Without a key the action is only named: the line above the list says why. */
  noKey: boolean;
  onOpen: (id: string) => void;
  onAuto: (id: string) => void;
}

function Actions({ item, running, noKey, onOpen, onAuto }: ActionsProps) {
  const id = item.submission_id;
  return (
    <div className="flex gap-2 max-sm:flex-wrap-reverse max-sm:[&>*]:flex-1 lg:justify-end">
      <Button
        variant="ghost"
        size="sm"
        busy={running === id}
        disabled={running !== null}
        {...(noKey
          ? { className: "font-normal! text-muted! text-xs!" }
          : { icon: <Sparkles aria-hidden="true" className="size-4" /> })}
        onClick={() => onAuto(id)}
      >
        {t("autoReview")}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={PenLine}
        disabled={running === id}
        onClick={() => onOpen(id)}
      >
        {t("reviewScore")}
      </Button>
    </div>
  );
}

interface Props {
  /** Where filter and count are shown; null until it is there. */
  tools?: HTMLElement | null;
  onOpen: (submission: string) => void;
}

export function Queue({ tools, onOpen }: Props) {
  const { params, change } = useUrlState();
  const reviewer = idOf(params.get("reviewer"));
  const query = useQueue(reviewer);
  const scorers = useScorers();
  const { data, error, refetch, isFetching, hasNextPage } = query;
  const auto = useAutoReview();
  const noKey = !mayHaveKey(useAiSettings().data);
  const items = data?.pages.flatMap((page) => page.items);
  const actions = (item: QueueItem) => (
    <Actions item={item} running={auto.running} noKey={noKey} onOpen={onOpen} onAuto={auto.start} />
  );
  const columns: Column<QueueItem>[] = [
    {
      key: "applicant",
      header: t("candidate"),
      cell: (item) => <Person name={item.applicant_name} email={item.applicant_email} className="max-w-56" />,
    },
    {
      key: "test",
      header: t("test"),
      cell: (item) => (
        <div className="min-w-28 max-xl:max-w-56 xl:w-72">
          <p className="truncate" title={item.test_title}>
            <bdi>{item.test_title}</bdi>
          </p>
          <p className="text-muted text-xs tabular-nums">{counts(item)}</p>
        </div>
      ),
    },
    {
      key: "submitted",
      header: t("submitted"),
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: (item) => <Submitted item={item} />,
    },
    { key: "progress", header: t("review"), cell: (item) => <Progress item={item} /> },
    {
      key: "actions",
      header: <span className="sr-only">{t("actions")}</span>,
      align: "right",
      cell: actions,
    },
  ];
  const toolbar = (
    <>
      <ReviewerFilter
        label={t("assignedTo")}
        className="w-72 max-sm:w-full sm:flex-row sm:items-center sm:[&_label]:shrink-0 sm:[&>div]:flex-1"
        reviewers={scorers}
        value={reviewer}
        onChange={(id) => change({ reviewer: id })}
      />
      <p aria-live="polite" className="flex-1 whitespace-nowrap text-muted text-sm tabular-nums">
        {items &&
          items.length > 0 &&
          t(hasNextPage ? "submissionsMore" : "submissionCount", { count: items.length })}
      </p>
      <Button
        variant="secondary"
        busy={isFetching && !query.isFetchingNextPage}
        icon={RotateCw}
        onClick={() => void refetch()}
      >
        {t("refreshQueue")}
      </Button>
    </>
  );
  return (
    <div className="space-y-4">
      {tools === undefined ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">{toolbar}</div>
      ) : (
        tools && createPortal(toolbar, tools)
      )}
      {noKey && items && items.length > 0 && (
        <p className="text-muted text-sm">
          {t("needsKey")}{" "}
          <Link to="/admin?settings=email" className="font-medium text-primary underline">
            {t("openAi")}
          </Link>
        </p>
      )}
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {error && !data && <QueryError title={t("queueNotLoaded")} {...{ error, refetch, isFetching }} />}
        {!items && !error && <SkeletonList rows={6} label={t("loadingQueue")} />}
        {items?.length === 0 && (
          <EmptyState
            icon={<CircleCheckBig />}
            title={reviewer ? t("nothingForPerson") : t("allCaughtUp")}
            text={reviewer ? t("nothingForPersonText") : t("noneWaiting")}
          />
        )}
        {items && items.length > 0 && (
          <Table
            low
            caption={t("queue")}
            columns={columns}
            rows={items}
            rowKey={(item) => item.submission_id}
            card={(item) => (
              <div className="space-y-3">
                <div className="flex items-start justify-between gap-3">
                  <Person name={item.applicant_name} email={item.applicant_email} />
                  <Tag item={item} />
                </div>
                <p className="text-sm">
                  <bdi>{item.test_title}</bdi>
                  <span className="block text-muted text-xs tabular-nums">{submitted(item)}</span>
                  <span className="block text-muted text-xs tabular-nums">{counts(item)}</span>
                </p>
                {actions(item)}
              </div>
            )}
          />
        )}
      </div>
      <LoadMore query={query} />
    </div>
  );
}
