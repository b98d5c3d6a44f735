import { useCallback, useEffect, useRef, useState } from "react";
import { api, filled, isGone } from "@/api/client";
import type { OwnSession } from "@/api/types";
import { followStream } from "@/lib/event-stream";
import { inOneTab } from "@/lib/leader";

/** Time in ms between two looks: while the moment of the start may change at once, else, and while changes are pushed. */
const NEAR_MS = 2_000;
const FAR_MS = 10_000;
const PUSHED_MS = 30_000;
/** Time limit in ms of a call about the session, during which the page says nothing. */
export const TIMEOUT_MS = 10_000;
/** Below this many ms, two measurements of the server's clock differ by chance. */
const CHANCE_MS = 100;

/** The common start, as the event `start` has it. */
function asStart(data: string): (Pick<OwnSession, "start" | "begins_at"> & { room: boolean }) | undefined {
  try {
    const { start, begins_at, waiting_room } = JSON.parse(data) as Partial<OwnSession> & {
      waiting_room?: boolean;
    };
    if (start === "individual" || start === "together")
      return { start, begins_at: begins_at ?? null, room: waiting_room === true };
  } catch {
    // The next look reads it.
  }
  return undefined;
}

export interface Seen {
  session: OwnSession;
  /** The server's clock against the monotonic one of this page, in ms. */
  offset: number;
}

/** The own exam session, kept up to date by its event stream, and by looks. `lost`: the last look failed. */
export function useOwnSession(token: string) {
  const [seen, setSeen] = useState<Seen>();
  const [lost, setLost] = useState(false);
  const quickest = useRef(Number.POSITIVE_INFINITY);
  const offset = useRef(0);

  /** When the reply to a call of the candidate came: looks sent before it may not know of it. */
  const acted = useRef(0);

  const show = useCallback((session: OwnSession, sentAt: number) => {
    const now = performance.now();
    const trip = now - sentAt;
    const measured = Date.parse(session.server_time) + trip / 2 - now;
    // Neither is wrong by more than half its trip, unless this page's clock stood still while the computer slept.
    const hasSlept = Math.abs(measured - offset.current) > (trip + quickest.current) / 2 + CHANCE_MS;
    // The quickest reply says most about the server's clock.
    if (trip <= quickest.current || hasSlept) {
      quickest.current = trip;
      offset.current = measured;
    }
    setLost(false);
    setSeen({ session, offset: offset.current });
  }, []);

  /** The reply to a call of the candidate. */
  const take = useCallback(
    (session: OwnSession, sentAt: number) => {
      acted.current = performance.now();
      show(session, sentAt);
    },
    [show],
  );

  const hasSession = seen !== undefined;
  const pushed = useRef(false);
  const lookNow = useRef(() => {});
  const isLooking = useRef(false);
  useEffect(() => {
    if (!hasSession) return;
    const stop = new AbortController();
    const stream = {
      path: filled("/take-test/{token}/session/events", { token }),
      auth: "none" as const,
      onOpen: () => {
        pushed.current = true;
      },
      onClose: () => {
        pushed.current = false;
        lookNow.current();
      },
      onEvent: ({ event, data }: { event: string; data: string }) => {
        const heard = event === "start" ? asStart(data) : undefined;
        if (heard) {
          const { room, ...start } = heard;
          setSeen(
            (last) =>
              last && { ...last, session: { ...last.session, ...start, waits: room && last.session.waits } },
          );
        }
        // The reply that is under way may be older than the event. Who is let in, only a look says.
        if (!heard || heard.room || isLooking.current) lookNow.current();
      },
    };
    void inOneTab(`invigil-session:${token}`, stop.signal, (term) => followStream(stream, term));
    return () => stop.abort();
  }, [token, hasSession]);

  useEffect(() => {
    let timer: number | undefined;
    let current = true;
    let looks = 0;
    const look = async () => {
      window.clearTimeout(timer);
      looks += 1;
      const mine = looks;
      let pause = FAR_MS;
      isLooking.current = true;
      const sentAt = performance.now();
      try {
        const session = await api.get("/take-test/{token}/session", {
          path: { token },
          auth: "none",
          timeout: TIMEOUT_MS,
        });
        if (!current || mine !== looks) return;
        isLooking.current = false;
        const isOld = sentAt < acted.current;
        if (isOld) setLost(false);
        else show(session, sentAt);
        if (isOld) pause = NEAR_MS;
        else if (pushed.current) pause = PUSHED_MS;
        else if (session.start === "together") pause = NEAR_MS;
      } catch (error) {
        if (!current || mine !== looks) return;
        isLooking.current = false;
        if (isGone(error)) {
          setSeen(undefined);
        } else {
          setLost(true);
          pause = NEAR_MS;
        }
      }
      timer = window.setTimeout(() => void look(), pause);
    };
    lookNow.current = () => void look();
    void look();
    return () => {
      current = false;
      lookNow.current = () => {};
      window.clearTimeout(timer);
    };
  }, [token, show]);

  const look = useCallback(() => lookNow.current(), []);
  return { seen, lost, take, look };
}
