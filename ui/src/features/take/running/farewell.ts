import type { SubmitReply } from "@/api/types";
import { plural } from "@/lib/format";
import { toast } from "@/ui/toast";
import { forgetShell } from "../offline/keep-shell";
import { endedBy } from "../session/receipt";
import type { SubmitReason } from "../session/state";

/** The receipt as a sentence, which never claims that the candidate submitted when another party ended the test. */
export function endWords(reply: SubmitReply, reason: SubmitReason, missing = 0): string {
  const by = endedBy(reply, reason);
  // A percent of a score that is not final reads like a verdict.
  const score = reply.provisional ? "Answers wait for a review." : `Score: ${Math.round(reply.score)}%`;
  const up = by === "deadline" ? "The time is up. " : "";
  if (missing > 0) {
    const end = by === "admin" ? "Your administrator ended the test." : `${up}Test submitted.`;
    return `${end} ${plural(missing, "answer")} not arrived yet.`;
  }
  if (by === "admin") return `Your administrator ended the test. ${score}`;
  return `${up}Test submitted successfully! ${score}`;
}

/** Says how the test ended, and removes what kept it available offline. */
export function farewell(reply: SubmitReply, reason: SubmitReason, missing: number): void {
  const say = reply.submitted_by === "admin" || missing > 0 ? toast.info : toast.success;
  say(endWords(reply, reason, missing));
  void forgetShell();
}
