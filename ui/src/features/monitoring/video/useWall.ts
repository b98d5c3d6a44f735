import { useEffect, useState, useSyncExternalStore } from "react";
import { listen } from "@/lib/events";
import { IDLE } from "./link";
import { framesDecoded, LOOK, StallWatch } from "./peer";
import { tellFailures } from "./tell";
import { Wall, type WallView } from "./wall";
import { EMPTY, type Wish } from "./wall-wish";

/** Milliseconds that a hidden tab keeps its pictures: a glance at another tab costs nothing. */
const HIDDEN = 10_000;
const NOTHING: WallView = { link: IDLE, streams: new Map(), audio: null };
const never = () => () => undefined;

/** Makes a new connection where the server has pictures and none is drawn. */
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

/** Tells when nobody has looked at this tab for a while. */
function useAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const changed = () => {
      window.clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => setAway(true), HIDDEN);
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

/** The pictures of one page of the wall; `live` are those of whom the server has a picture now. */
export function useWall(wish: Wish, live: string[]): WallView & { paused: boolean } {
  const [wall, setWall] = useState<Wall | null>(null);
  const away = useAway();
  const anybody = wish.invite_ids.length > 0;
  const [needed, setNeeded] = useState(anybody);
  if (anybody && !needed) setNeeded(true);

  useEffect(() => {
    if (!needed) return;
    const made = new Wall();
    const tell = tellFailures();
    const leave = made.subscribe(() => tell(made.view.link));
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
