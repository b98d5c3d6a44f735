import { useEffect, useState } from "react";
import { inOneTab } from "@/lib/leader";
import { useTakeSession } from "../useTake";
import { VideoSession } from "./video-session";

/** Milliseconds after which another tab is taken to send the picture. */
const ELSEWHERE = 800;

/**
 * The session that sends this browser's picture; undefined until this tab is the one. Two tabs of one
 * test would take the connection away from each other without end.
 */
export function useVideo(stream: MediaStream | undefined): { video?: VideoSession; elsewhere: boolean } {
  const session = useTakeSession();
  const [video, setVideo] = useState<VideoSession>();
  const [elsewhere, setElsewhere] = useState(false);

  useEffect(() => {
    const end = new AbortController();
    const waiting = setTimeout(() => setElsewhere(true), ELSEWHERE);
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
          // Another tab sends the picture now, because the browser had suspended this one.
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

  // Back from the browser's page cache: what was ended on leaving begins again.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && video?.use(stream);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, [video, stream]);

  return { ...(video && { video }), elsewhere };
}
