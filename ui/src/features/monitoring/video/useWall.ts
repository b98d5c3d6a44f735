import { useEffect, useState, useSyncExternalStore } from "react";
import { listen } from "@/lib/events";
import { IDLE } from "./link";
import { framesDecoded, LOOK, StallWatch } from "./peer";
import { reportFailures } from "./report";
import { Wall, type WallView } from "./wall";
import { EMPTY, type Wish } from "./wall-wish";

/** Grace period in ms for which a hidden tab keeps its videos: a glance at another tab costs nothing. */
const HIDDEN_GRACE_MS = 10_000;
const NOTHING: WallView = { link: IDLE, streams: new Map(), audio: null };
const never = () => () => undefined;

/** Reconnects if the server has video and no frame is decoded. */
function watchFrames(wall: Wall, expected: () => boolean): () => void {
  const stall = new StallWatch();
  const timer = window.setInterval(() => {
    const pc = wall.connection;
    if (!pc) return;
    void framesDecoded(pc).then((frames) => {
      const due = expected() && wall.view.link.phase === "connected" && !document.hidden;
      wall.flows(stall.look(frames, due, performance.now()));
    });
  }, LOOK);
  return () => window.clearInterval(timer);
}

/** True when the tab has been hidden longer than the grace period. */
function useAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const changed = () => {
      window.clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => setAway(true), HIDDEN_GRACE_MS);
      else setAway(false);
    };
    document.addEventListener("visibilitychange", changed);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", changed);
    };
  }, []);
  return away;
}

/** The videos of one wall page; `live` lists the candidates of whom the server has video now. */
export function useWall(wish: Wish, live: string[]): WallView & { paused: boolean } {
  const [wall, setWall] = useState<Wall | null>(null);
  const away = useAway();
  const nonEmpty = wish.invite_ids.length > 0;
  const [needed, setNeeded] = useState(nonEmpty);
  if (nonEmpty && !needed) setNeeded(true);

  useEffect(() => {
    if (!needed) return;
    const made = new Wall();
    const report = reportFailures();
    const leave = made.subscribe(() => report(made.view.link));
    const unlisten = listen((event) => event.type === "reload" && made.probe());
    const gone = () => made.stop();
    const back = (event: PageTransitionEvent) => event.persisted && made.start();
    window.addEventListener("pagehide", gone);
    window.addEventListener("pageshow", back);
    made.start();
    setWall(made);
    return () => {
      leave();
      unlisten();
      window.removeEventListener("pagehide", gone);
      window.removeEventListener("pageshow", back);
      made.stop();
      setWall(null);
    };
  }, [needed]);

  const wanted = JSON.stringify(away ? EMPTY : wish);
  useEffect(() => wall?.want(JSON.parse(wanted) as Wish), [wall, wanted]);

  const expected = !away && live.some((id) => wish.invite_ids.includes(id));
  useEffect(() => (wall ? watchFrames(wall, () => expected) : undefined), [wall, expected]);

  const view = useSyncExternalStore(wall?.subscribe ?? never, wall?.snapshot ?? (() => NOTHING));
  return { ...view, paused: away };
}
