import { toast } from "@/ui/toast";
import { BROKEN, NO_SESSION, NO_VIDEO } from "./calls";
import type { Link } from "./link";

/** Shows the failure text once per series of failed tries (docs/behaviour/calls.md#error-texts). */
export function tellFailures(): (link: Link) => void {
  let before: Link | null = null;
  return (link) => {
    const news = link.phase === "failed" && before?.phase !== "failed" && (link.tries <= 1 || link.ended);
    before = link;
    if (!news || !link.words) return;
    const step = [NO_SESSION, NO_VIDEO].find((words) => link.words?.startsWith(words));
    toast.error(link.ended ? link.words : (step ?? BROKEN), { id: "video" });
  };
}
