import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { queryOf } from "@/api/query";
import type { ExamSession } from "@/api/types";
import { formatDate, formatTime } from "@/lib/format";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useRights } from "@/lib/rights";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { SessionDialog } from "./SessionDialog";
import { inNoShare } from "./shares";
import { t } from "./texts";
import { spanWords } from "./when";

/** Poll interval in ms while the event stream is down. */
const POLL_INTERVAL_MS = 30_000;

const hasPassed = ({ starts_at, ends_at }: ExamSession, now = Date.now()) =>
  Date.parse(ends_at ?? starts_at) + (ends_at ? 0 : 12 * 3_600_000) < now;

function Row({ session }: { session: ExamSession }) {
  const { id, title, starts_at, place, people, capacity, lead, start } = session;
  const unassigned = hasPassed(session) ? 0 : inNoShare(session);
  const isRunning = Date.parse(starts_at) <= Date.now() && !hasPassed(session);
  return (
    <li className="relative grid gap-x-6 gap-y-1.5 px-5 py-3.5 hover:bg-subtle/50 sm:grid-cols-[11rem_minmax(0,1fr)_9rem] sm:items-center">
      <p className="text-sm tabular-nums max-sm:order-2">
        <span className="font-medium max-sm:me-1.5 sm:block">{formatDate(starts_at)}</span>
        <span className="text-muted">{spanWords(formatTime(starts_at), session)}</span>
      </p>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={`/admin/sessions/${id}`}
            className="min-w-0 break-words font-semibold text-ink after:absolute after:inset-0 hover:underline"
          >
            <bdi>{title}</bdi>
          </Link>
          {isRunning && <Badge tone="green">{t("now")}</Badge>}
          {start === "together" && <Badge tone="violet">{t("startsTogether")}</Badge>}
          {unassigned > 0 && <Badge tone="amber">{t("withoutProctor", { count: unassigned })}</Badge>}
        </p>
        {(place || lead) && (
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-muted text-sm">
            {place && <bdi>{place}</bdi>}
            {lead && <span>{t.rich("leadName", { name: <bdi>{lead.name}</bdi> })}</span>}
          </p>
        )}
      </div>
      <div className="text-sm max-sm:order-3">
        <p className="tabular-nums">
          {capacity ? t("placesOf", { people, capacity }) : t("personCount", { count: people })}
        </p>
        {capacity !== null && (
          <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-subtle">
            <div
              className="h-full rounded-full bg-primary"
              style={{ width: `${Math.min(100, (100 * people) / Math.max(1, capacity))}%` }}
            />
          </div>
        )}
      </div>
    </li>
  );
}

/** /admin/sessions (docs/behaviour/sessions.md#sessions). */
export default function SessionsPage() {
  const navigate = useNavigate();
  const { may } = useRights();
  const [creating, setCreating] = useState(false);
  useLiveRefresh();
  const { data, error, refetch } = useQuery({
    ...queryOf("/sessions", { query: { limit: 500 } }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const create = may("intervene") && (
    <Button icon={Plus} onClick={() => setCreating(true)}>
      {t("newSession")}
    </Button>
  );
  // The next one first; those that have passed, the latest first.
  const coming = (data ?? []).filter((session) => !hasPassed(session)).reverse();
  const passed = (data ?? []).filter((session) => hasPassed(session));
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-desk space-y-5 px-4 py-6 outline-none sm:px-6"
    >
      <title>{t("listTitle")}</title>
      <header className="flex flex-wrap items-center gap-3">
        <ButtonLink to="/admin" variant="ghost" size="sm" icon={ArrowLeft} turns>
          {t("back")}
        </ButtonLink>
        <h1 className="me-auto font-semibold text-xl">{t("examSessions")}</h1>
        {data && data.length > 0 && create}
      </header>
      {data?.length === 0 ? (
        <Card flush>
          <EmptyState
            icon={<CalendarClock />}
            title={t("noSessions")}
            text={t("noSessionsText")}
            action={create || undefined}
          />
        </Card>
      ) : data ? (
        <>
          <Card flush title={t("todayAndComing")}>
            {coming.length === 0 ? (
              <p className="px-5 py-4 text-muted text-sm">{t("noneComing")}</p>
            ) : (
              <ul aria-label={t("todayAndComing")} className="divide-y divide-line">
                {coming.map((session) => (
                  <Row key={session.id} session={session} />
                ))}
              </ul>
            )}
          </Card>
          {passed.length > 0 && (
            <Card flush title={t("past")}>
              <ul aria-label={t("past")} className="divide-y divide-line">
                {passed.map((session) => (
                  <Row key={session.id} session={session} />
                ))}
              </ul>
            </Card>
          )}
        </>
      ) : error ? (
        <Card flush>
          <QueryError title={t("notLoaded")} {...{ error, refetch }} />
        </Card>
      ) : (
        <div role="status" aria-label={t("loading")} className="space-y-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {creating && (
        <SessionDialog
          onClose={() => setCreating(false)}
          onDone={({ id }) => navigate(`/admin/sessions/${id}`)}
        />
      )}
    </main>
  );
}
