import type { ExamSession, ExamSessionInput, IdentityAsked, SessionStart } from "@/api/types";
import { localDay, localInstant } from "@/lib/days";
import { viewerZone } from "@/lib/format";
import { t } from "./texts";

/** A session as it is typed: times in the viewer's zone, the end on the same day unless it was on a later one. */
export interface SessionDraft {
  title: string;
  day: string;
  time: string;
  until: string;
  place: string;
  capacity: string;
  lead: string;
  proctors: string[];
  notes: string;
  start: SessionStart;
  waitingRoom: boolean;
  /** Only of a waiting room; kept while it is off. */
  identity: IdentityAsked;
}

export const NEW_SESSION: SessionDraft = {
  title: "",
  day: "",
  time: "",
  until: "",
  place: "",
  capacity: "",
  lead: "",
  proctors: [],
  notes: "",
  start: "individual",
  waitingRoom: false,
  identity: "none",
};

const pad = (n: number) => String(n).padStart(2, "0");
const timeOf = (at: Date) => `${pad(at.getHours())}:${pad(at.getMinutes())}`;

export function formOf(session: ExamSession): SessionDraft {
  const starts = new Date(session.starts_at);
  return {
    title: session.title,
    day: localDay(starts),
    time: timeOf(starts),
    until: session.ends_at ? timeOf(new Date(session.ends_at)) : "",
    place: session.place,
    capacity: session.capacity === null ? "" : String(session.capacity),
    lead: session.lead?.account_id ?? "",
    proctors: session.proctors.map(({ account_id }) => account_id),
    notes: session.notes,
    start: session.start,
    waitingRoom: session.waiting_room,
    identity: session.identity,
  };
}

const DAY_MS = 86_400_000;

/** Days in the calendar from the start of a session to its end: it may last over midnight, also in this zone alone. */
function daysLong({ starts_at, ends_at }: ExamSession): number {
  const dayOfEnd = localDay(new Date(ends_at ?? starts_at));
  return (Date.parse(dayOfEnd) - Date.parse(localDay(new Date(starts_at)))) / DAY_MS;
}

/** The end that is typed; undefined for a session without one. */
export function endOf({ day, time, until }: SessionDraft, session?: ExamSession): Date | undefined {
  const end = localInstant(day, until);
  if (!end || !session) return end ?? undefined;
  const was = formOf(session);
  const days = daysLong(session);
  // Over one midnight, the time of day says on which side of it.
  const isOvernight = days === 1 && was.until <= was.time;
  const later = isOvernight && until > time ? 0 : days;
  return new Date(end.getFullYear(), end.getMonth(), end.getDate() + later, end.getHours(), end.getMinutes());
}

/** Times of a session. Those that no one has changed stay to the millisecond, with the zone in which they were entered. */
function timesOf(
  draft: SessionDraft,
  session: ExamSession | undefined,
  [starts, ends]: [Date, Date | undefined],
) {
  const was = session && formOf(session);
  const isSame = (...names: ("day" | "time" | "until")[]) =>
    names.every((name) => was?.[name] === draft[name]);
  if (session && isSame("day", "time", "until"))
    return { starts_at: session.starts_at, ends_at: session.ends_at, time_zone: session.time_zone };
  return {
    starts_at: session && isSame("day", "time") ? session.starts_at : starts.toISOString(),
    ends_at: ends?.toISOString() ?? null,
    time_zone: viewerZone(),
  };
}

/** A session as it is, to be sent again. */
export function inputOf(session: ExamSession): ExamSessionInput {
  const { title, starts_at, ends_at, time_zone, place, capacity } = session;
  const { lead, notes, start, waiting_room, identity } = session;
  return {
    ...{ title, starts_at, ends_at, time_zone, place, capacity },
    ...{ lead: lead?.account_id ?? null, notes, start, waiting_room, identity },
  };
}

type Sent = { body: ExamSessionInput } | { problem: "title" | "starts" | "ends" | "capacity"; text: string };

/** The draft as it is sent, or its first problem. Shares of proctors who stay are kept. */
export function bodyOf(draft: SessionDraft, session?: ExamSession): Sent {
  if (draft.title.trim() === "") return { problem: "title", text: t("enterTitle") };
  const starts = localInstant(draft.day, draft.time);
  if (!starts) return { problem: "starts", text: t("chooseTime") };
  const ends = endOf(draft, session);
  if (ends && ends <= starts) return { problem: "ends", text: t("endAfterStart") };
  const capacity = draft.capacity.trim() === "" ? null : Number(draft.capacity);
  if (capacity !== null && !Number.isInteger(capacity))
    return { problem: "capacity", text: t("enterNumber") };
  const shares = new Map(session?.proctors.map(({ account_id, invites }) => [account_id, invites]));
  return {
    body: {
      title: draft.title.trim(),
      ...timesOf(draft, session, [starts, ends]),
      place: draft.place,
      capacity,
      lead: draft.lead || null,
      proctors: draft.proctors.map((account_id) => {
        const invites = shares.get(account_id);
        return { account_id, ...(invites && { invites }) };
      }),
      notes: draft.notes,
      start: draft.start,
      waiting_room: draft.waitingRoom,
      identity: draft.waitingRoom ? draft.identity : "none",
    },
  };
}
