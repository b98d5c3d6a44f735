import { useEffect, useState, useSyncExternalStore } from "react";
import { listen } from "@/lib/events";
import { toast } from "@/ui/toast";
import { BROKEN, NO_SESSION, NO_VIDEO } from "./calls";
import { IDLE, type Link } from "./link";
import { Viewer, type ViewerView } from "./viewer";

const NOTHING: ViewerView = { link: IDLE, stream: null };
const never = () => () => undefined;

/** The failure in the specification's words, once for each row of failed tries (section 8). */
function tellOnce(link: Link, wasConnected: boolean): void {
  if (link.phase !== "failed" || !link.words || (link.tries > 1 && !link.ended)) return;
  const known = [NO_SESSION, NO_VIDEO].find((words) => link.words?.startsWith(words));
  if (link.ended) toast.error(link.words, { id: "video" });
  else toast.error(known ?? BROKEN, { id: wasConnected ? "video-broken" : "video" });
}

/**
 * Watches one candidate as long as the component lives. `expected` says that the server has a live
 * picture of them, so that a silent connection is known to be a broken one.
 */
export function useViewer(
  inviteId: string | null,
  expected: boolean,
): ViewerView & { viewer: Viewer | null } {
  const [viewer, setViewer] = useState<Viewer | null>(null);
  useEffect(() => {
    if (!inviteId) return;
    const made = new Viewer(inviteId);
    let before = made.view.link;
    const leave = made.subscribe(() => {
      const { link } = made.view;
      if (link.phase !== before.phase) tellOnce(link, before.phase === "connected");
      before = link;
    });
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
  if (viewer) viewer.expected = expected;
  const view = useSyncExternalStore(viewer?.subscribe ?? never, viewer?.snapshot ?? (() => NOTHING));
  return { ...view, viewer };
}
