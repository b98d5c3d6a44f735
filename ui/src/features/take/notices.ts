import { toast } from "@/ui/toast";
import { problemText } from "./problem-text";
import type { Notice } from "./session/push";
import { t } from "./texts";

/** Shows a notice of the session as a toast. */
export function showNotice(notice: Notice): void {
  if (notice.type === "set_aside") toast.error(t("answersSetAside"), { id: "closed" });
  else toast.error(t("failedToSubmit", { reason: problemText(notice) }), { id: "submit" });
}
