import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { inOneTab } from "@/lib/leader";
import { useTakeSession } from "../useTake";
import { VideoSession } from "./video-session";

/** Time in ms without the lock after which another tab is assumed to send the video. */
const OTHER_TAB_AFTER_MS = 800;

/**
 * The session that sends this browser's video; undefined until this tab holds the lock. Two tabs of one
 * test would replace each other's connection endlessly.
 */
export function useVideo(stream: MediaStream | undefined): { video?: VideoSession; elsewhere: boolean } {
  const session = useTakeSession();
  const [video, setVideo] = useState<VideoSession>();
  const [elsewhere, setElsewhere] = useState(false);
  // The server has given the attempt to another browser, and ends the connection of this one in a while.
  const replaced = useStore(session.store, ({ save }) => save.kind === "aside");

  useEffect(() => {
    const end = new AbortController();
    const waiting = setTimeout(() => setElsewhere(true), OTHER_TAB_AFTER_MS);
    const run = (term: AbortSignal) => {
      clearTimeout(waiting);
      const [key, inviteId] = [session.attemptKey, session.store.getState().intro?.invite.id];
      if (end.signal.aborted || !key || !inviteId) return Promise.resolve();
      const to = { token: session.token, key, inviteId };
      const made = new VideoSession({ to, live: () => session.store.getState().live });
      setElsewhere(false);
      setVideo(made);
      return new Promise<void>((done) =>
        term.addEventListener("abort", () => {
          // Another tab sends the video now, because the browser had suspended this one.
          setVideo(undefined);
          setElsewhere(true);
          done();
        }),
      );
    };
    void inOneTab(`invigil-video:${session.token}`, end.signal, run);
    return () => {
      clearTimeout(waiting);
      end.abort();
      setVideo(undefined);
    };
  }, [session]);

  useEffect(() => video?.use(stream), [video, stream]);

  useEffect(() => {
    if (stream) video?.hear({ type: replaced ? "stop" : "start" });
  }, [video, stream, replaced]);

  useEffect(() => {
    if (!video) return;
    const stop = new AbortController();
    const { signal } = stop;
    const unlisten = session.onPush((pushed) => video.push(pushed));
    const unsubscribe = session.store.subscribe(({ live }, before) => {
      if (live !== before.live) video.hear({ type: live ? "stream_open" : "stream_lost" });
    });
    for (const [name, say] of video.debugRows()) session.debug.set(name, say);
    window.addEventListener("online", () => video.hear({ type: "online" }), { signal });
    window.addEventListener("pagehide", () => video.close(true), { signal });
    return () => {
      stop.abort();
      unlisten();
      unsubscribe();
      for (const [name] of video.debugRows()) session.debug.delete(name);
      // Submitting and leaving both end here.
      video.close(true);
    };
  }, [video, session]);

  // Restored from the back/forward cache: restart the session that ended on pagehide.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && video?.use(stream);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, [video, stream]);

  return { ...(video && { video }), elsewhere: elsewhere || replaced };
}
