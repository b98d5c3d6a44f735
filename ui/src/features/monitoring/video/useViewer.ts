import { useEffect, useState, useSyncExternalStore } from "react";
import { listen } from "@/lib/events";
import { IDLE } from "./link";
import { reportFailures } from "./report";
import { Viewer, type ViewerView } from "./viewer";

const NOTHING: ViewerView = { link: IDLE, stream: null };
const never = () => () => undefined;

/**
 * Watches one candidate while the component is mounted. `expected`: the server has live
 * video of them, so a connection without frames is broken.
 */
export function useViewer(
  inviteId: string | null,
  expected: boolean,
): ViewerView & { viewer: Viewer | null } {
  const [viewer, setViewer] = useState<Viewer | null>(null);
  useEffect(() => {
    if (!inviteId) return;
    const made = new Viewer(inviteId);
    const report = reportFailures();
    const leave = made.subscribe(() => report(made.view.link));
    const unlisten = listen((event) => {
      if (event.type === "reload" || (event.inviteId === inviteId && event.type !== "answers.saved"))
        made.probe();
    });
    const away = () => made.stop();
    const back = (event: PageTransitionEvent) => event.persisted && made.start();
    window.addEventListener("pagehide", away);
    window.addEventListener("pageshow", back);
    made.start();
    setViewer(made);
    return () => {
      leave();
      unlisten();
      window.removeEventListener("pagehide", away);
      window.removeEventListener("pageshow", back);
      made.stop();
      setViewer(null);
    };
  }, [inviteId]);
  useEffect(() => viewer?.expect(expected), [viewer, expected]);
  const view = useSyncExternalStore(viewer?.subscribe ?? never, viewer?.snapshot ?? (() => NOTHING));
  return { ...view, viewer };
}
