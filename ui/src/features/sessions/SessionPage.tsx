import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { api, errorText, isGone } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { SessionPerson } from "@/api/types";
import { formatTime } from "@/lib/format";
import { useLiveRefresh } from "@/lib/live-refresh";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { useSend } from "@/lib/useSend";
import { Button, ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SearchField } from "@/ui/SearchField";
import { PageSpinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { AddPeople } from "./AddPeople";
import { CheckInField } from "./CheckInField";
import { Counts } from "./Counts";
import { PaperList } from "./PaperList";
import { PeopleTable } from "./PeopleTable";
import { Rehearsal } from "./Rehearsal";
import { RoomCode } from "./RoomCode";
import { SessionDialog } from "./SessionDialog";
import { SessionHeader } from "./SessionHeader";
import { ShareDialog } from "./ShareDialog";
import { Speaking } from "./Speaking";
import { StartCard } from "./StartCard";
import { proctorsOf } from "./shares";
import { TakeOutDialog } from "./TakeOutDialog";
import { t } from "./texts";
import { Unassigned } from "./Unassigned";
import { WaitingRoom } from "./WaitingRoom";

/** Poll interval in ms: the server learns only by the clock that a page fell silent. */
const POLL_INTERVAL_MS = 10_000;

/** /admin/sessions/:id (docs/behaviour/sessions.md#people). */
export default function SessionPage() {
  const { id = "" } = useParams();
  return <Session key={id} id={id} />;
}

/** People who need help now come first; the others keep their order. */
const urgency = ({ state }: SessionPerson) => (state === "in_trouble" ? 0 : state === "late" ? 1 : 2);

/** A break ends by itself. */
const isPaused = ({ paused_since, break_until }: SessionPerson) => Boolean(paused_since && !break_until);

function Session({ id }: { id: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { may } = useRights();
  const { params, change } = useUrlState();
  const [open, setOpen] = useState<"edit" | "add" | "delete" | "share">();
  const [leaving, setLeaving] = useState<SessionPerson>();
  useLiveRefresh();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...queryOf("/sessions/{id}/people", { path: { id } }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const refresh = () => void invalidate(client, "/sessions", "/sessions/{id}", "/sessions/{id}/people");
  const checkIn = useSend({
    mutationFn: ({ invite_id, out }: { invite_id: string; out: boolean }) =>
      api.post("/sessions/{id}/check-in", { path: { id }, body: { invite_id, out } }),
    onError: (failure) => toast.error(t("checkInFailed", { reason: errorText(failure) })),
    onSettled: refresh,
  });
  const dissolve = useSend({
    mutationFn: (version: number) => api.delete("/sessions/{id}", { path: { id }, query: { version } }),
    onSuccess: () => {
      refresh();
      navigate("/admin/sessions", { replace: true });
    },
    onError: (failure) => toast.error(t("deleteFailed", { reason: errorText(failure) })),
  });
  if (!data) {
    if (!error) return <PageSpinner label={t("loadingSession")} />;
    return (
      <main id="main" className="mx-auto max-w-4xl space-y-4 px-4 py-6">
        <ErrorState
          title={isGone(error) ? t("gone") : t("sessionNotLoaded")}
          detail={isGone(error) ? t("goneText") : errorText(error)}
          onRetry={() => void refetch()}
        />
        <ButtonLink to="/admin/sessions" variant="secondary">
          {t("allSessions")}
        </ButtonLink>
      </main>
    );
  }
  const { session, people, counts, server_time } = data;
  const ahead = Date.parse(server_time) - dataUpdatedAt;
  if (params.get("show") === "code") {
    return (
      <RoomCode
        session={id}
        title={session.title}
        place={session.place}
        onClose={() => change({ show: null }, { replace: true })}
      />
    );
  }
  const mayAct = may("intervene");
  const mayChange = mayAct && session.may_change;
  const chosen = params.get("state");
  const search = params.get("search") ?? "";
  const wanted = search.trim().toLowerCase();
  const unassigned = new Set(people.filter((person) => proctorsOf(session, person)?.length === 0));
  const isUnassigned = params.get("proctor") === "none" && unassigned.size > 0;
  const shown = people
    .filter(
      (person) =>
        (!chosen || person.state === chosen) &&
        (!isUnassigned || unassigned.has(person)) &&
        (wanted === "" ||
          `${person.applicant_name} ${person.applicant_email}`.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => urgency(a) - urgency(b));
  // Who does not see everyone could take the others from their proctors.
  const mayAssign =
    mayChange && session.proctors.length > 0 && shown.length > 0 && people.length === session.people;
  return (
    <>
      <PaperList data={data} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-desk space-y-5 px-4 py-6 outline-none sm:px-6 print:hidden"
      >
        <title>{t("pageTitle", { title: session.title })}</title>
        <SessionHeader
          session={session}
          shown={shown}
          isWhole={shown.length === people.length}
          mayAct={mayAct}
          mayChange={mayChange}
          onCode={() => change({ show: "code" })}
          onAssign={mayAssign ? () => setOpen("share") : undefined}
          onEdit={() => setOpen("edit")}
          onDelete={() => setOpen("delete")}
        />
        {session.paused_at && (
          <p role="status" className="toned tone-amber rounded-control px-4 py-3 text-sm">
            {t.rich("allPaused", {
              time: formatTime(session.paused_at),
              name: <bdi>{session.paused_by ?? ""}</bdi>,
            })}
          </p>
        )}
        {session.start === "together" && <StartCard session={session} ready={counts.ready} ahead={ahead} />}
        {session.waiting_room && (
          <WaitingRoom session={session} people={people} mayAct={mayAct} onDone={refresh} />
        )}
        {unassigned.size > 0 && (
          <Unassigned
            count={unassigned.size}
            chosen={isUnassigned}
            onChoose={(only) => change({ proctor: only ? "none" : null }, { replace: true })}
          />
        )}
        <Counts counts={counts} chosen={chosen} onChoose={(state) => change({ state }, { replace: true })} />
        <div className="flex flex-wrap items-start gap-x-3 gap-y-3 sm:gap-x-8">
          {mayAct && people.length > 0 && <CheckInField session={id} onDone={refresh} />}
          <SearchField
            className="min-w-40 flex-1 sm:mt-[1.65rem] sm:w-64 sm:flex-none"
            label={t("searchPeople")}
            placeholder={t("nameOrAddress")}
            value={search}
            onChange={(text) => change({ search: text || null }, { replace: true })}
          />
          {mayAssign && (
            <Button
              className="max-sm:hidden sm:mt-[1.65rem]"
              variant="secondary"
              icon={Users}
              onClick={() => setOpen("share")}
            >
              {t("assignPeople")}
            </Button>
          )}
          {mayChange && may("invite") && (
            <Button
              className="sm:ms-auto sm:mt-[1.65rem]"
              variant={people.length === 0 ? "primary" : "secondary"}
              icon={UserPlus}
              onClick={() => setOpen("add")}
            >
              {t("addPeople")}
            </Button>
          )}
        </div>
        <Card flush>
          {people.length === 0 ? (
            <EmptyState title={t("noPeople")} text={t("noPeopleText")} />
          ) : shown.length === 0 ? (
            <EmptyState title={t("noMatch")} text={t("noMatchText")} />
          ) : (
            <PeopleTable
              ahead={ahead}
              people={shown}
              mayCheckIn={mayAct}
              busy={checkIn.isPending ? checkIn.variables?.invite_id : undefined}
              onCheckIn={({ invite_id }: SessionPerson, out) => checkIn.mutate({ invite_id, out })}
              onRemove={mayChange ? setLeaving : undefined}
              lookedAfter={(person) => proctorsOf(session, person)}
            />
          )}
        </Card>
        <Speaking session={id} mayAct={mayAct} mayAnnounce={mayChange} />
        <Rehearsal session={id} people={people.length} mayAct={mayChange} />
        {open === "edit" && (
          <SessionDialog
            session={session}
            onDone={() => setOpen(undefined)}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === "share" && (
          <ShareDialog session={session} people={people} chosen={shown} onClose={() => setOpen(undefined)} />
        )}
        {open === "add" && (
          <AddPeople
            session={session}
            seated={new Set(people.map(({ invite_id }) => invite_id))}
            onClose={() => setOpen(undefined)}
          />
        )}
        {leaving && (
          <TakeOutDialog
            session={id}
            person={leaving}
            onDone={refresh}
            onClose={() => setLeaving(undefined)}
          />
        )}
        {open === "delete" && (
          <ConfirmDialog
            open
            danger
            onOpenChange={() => setOpen(undefined)}
            title={t.rich("deleteQuestion", { title: <bdi>{session.title}</bdi> })}
            description={t("deleteText", { paused: people.filter(isPaused).length })}
            confirmLabel={t("deleteSession")}
            busy={dissolve.isPending}
            onConfirm={() => dissolve.mutate(session.version)}
          />
        )}
      </main>
    </>
  );
}
