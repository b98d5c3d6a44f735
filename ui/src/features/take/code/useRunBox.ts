import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { TakeSession } from "../session/take-session";
import { LOOK, LOOK_AT_START, POLL, RunBox, runCalls } from "./run-box";

/** One box for each session: a result stays while the candidate reads other questions. */
const boxes = new WeakMap<TakeSession, RunBox>();

function boxOf(session: TakeSession): RunBox {
  const known = boxes.get(session);
  if (known) return known;
  const { token, attemptKey: key = "" } = session;
  const box = new RunBox(runCalls({ token, key }), () => session.clock.now());
  boxes.set(session, box);
  return box;
}

/** The session is an argument: an import of its context would split the first load into more pieces. */
export function useRunBox(session: TakeSession) {
  const box = useMemo(() => boxOf(session), [session]);
  const state = useStore(box.store);
  const pending = state.run !== undefined && state.run.state !== "done";

  useEffect(() => {
    void box.refresh();
    const stop = session.onPush((pushed) => box.push(pushed));
    const online = () => void box.refresh();
    window.addEventListener("online", online);
    return () => {
      stop();
      window.removeEventListener("online", online);
    };
  }, [box, session]);

  const isLooking = !state.languages?.length || state.problem?.isOffline;
  const look = state.starting ? LOOK_AT_START : isLooking ? LOOK : undefined;
  useEffect(() => {
    if (!look) return;
    const timer = setInterval(() => void box.refresh(), look);
    return () => clearInterval(timer);
  }, [box, look]);

  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => void box.follow(), POLL);
    return () => clearInterval(timer);
  }, [box, pending]);

  return { box, state, pending, now: () => session.clock.now() };
}
