import type { SubmitReply } from "@/api/types";
import { toast } from "@/ui/toast";
import { t } from "../end-texts";
import { forgetShell } from "../offline/keep-shell";
import { endedBy } from "../session/receipt";
import type { SubmitReason } from "../session/state";

const ENDS = { candidate: "submitted", deadline: "timeUpSubmitted", admin: "adminEnded" } as const;
const MISSING = {
  candidate: "submittedMissing",
  deadline: "timeUpMissing",
  admin: "adminEndedMissing",
} as const;

/** The receipt as a sentence, which never claims that the candidate submitted when another party ended the test. */
export function endWords(reply: SubmitReply, reason: SubmitReason, missing = 0): string {
  const by = endedBy(reply, reason);
  if (missing > 0) return t(MISSING[by], { count: missing });
  // A percent of a score that is not final reads like a verdict. Late answers wait for a reviewer, too.
  const score =
    reply.provisional || reply.late ? t("answersWait") : t("score", { percent: Math.round(reply.score) });
  return t(ENDS[by], { score });
}

/** Says how the test ended, and removes what kept it available offline. */
export function farewell(reply: SubmitReply, reason: SubmitReason, missing: number): void {
  const say = reply.submitted_by === "admin" || missing > 0 ? toast.info : toast.success;
  say(endWords(reply, reason, missing));
  void forgetShell();
}
