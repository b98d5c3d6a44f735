import { useQuery } from "@tanstack/react-query";
import { isGone } from "@/api/client";
import { queryOf } from "@/api/query";
import { t } from "./texts";

/** Poll interval of the people of a session in ms: they change seldom, and the event stream says when. */
const POLL_INTERVAL_MS = 30_000;

export interface SessionFilter {
  id: string;
  title: string;
  /** Everyone in it is paused. */
  held: boolean;
  /** Only the rows of the session; undefined until its people are known. */
  among<T>(rows: T[] | undefined, idOf: (row: T) => string): T[] | undefined;
}

/** Limits monitoring to the people of an exam session, within the caller's share. Undefined for everyone. */
export function useSessionFilter(id: string | null): SessionFilter | undefined {
  const people = useQuery({
    ...queryOf("/sessions/{id}/people", { path: { id: id ?? "" } }),
    enabled: id !== null,
    refetchInterval: POLL_INTERVAL_MS,
  });
  if (id === null) return undefined;
  const ids = people.data && new Set(people.data.people.map((person) => person.invite_id));
  return {
    id,
    title: people.data?.session.title ?? t(isGone(people.error) ? "goneSession" : "session"),
    held: Boolean(people.data?.session.paused_at),
    among: (rows, idOf) => {
      if (ids) return rows?.filter((row) => ids.has(idOf(row)));
      return people.error ? [] : undefined;
    },
  };
}
