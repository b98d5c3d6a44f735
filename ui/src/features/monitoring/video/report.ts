import { toast } from "@/ui/toast";
import { t } from "../texts";
import { said, type Words } from "./labels";
import type { Link } from "./link";

/** Without the reason of a step that failed, which the video shows. */
function failureText(words: Words): string {
  const step = typeof words === "object" && (words.key === "noSession" || words.key === "noVideoSession");
  return t(step ? words.key : "videoBroken");
}

/** Shows the failure text once per series of failed tries (docs/behaviour/calls.md#error-texts). */
export function reportFailures(): (link: Link) => void {
  let before: Link | null = null;
  return (link) => {
    const news = link.phase === "failed" && before?.phase !== "failed" && (link.tries <= 1 || link.ended);
    before = link;
    if (!news || !link.words) return;
    toast.error(link.ended ? said(link.words) : failureText(link.words), { id: "video" });
  };
}
