import type { SubmitReply } from "@/api/types";
import { toast } from "@/ui/toast";
import { forgetShell } from "../offline/keep-shell";
import { endedBy } from "../session/receipt";
import type { SubmitReason } from "../session/state";

/** The receipt as a sentence, which never claims that the candidate submitted when another party ended the test. */
export function endWords(reply: SubmitReply, reason: SubmitReason): string {
  const by = endedBy(reply, reason);
  // A percent of a score that is not final reads like a verdict.
  const score = reply.provisional ? "Answers wait for a review." : `Score: ${Math.round(reply.score)}%`;
  if (by === "admin") return `Your administrator ended the test. ${score}`;
  return `${by === "deadline" ? "The time is up. " : ""}Test submitted successfully! ${score}`;
}

/** Says how the test ended, and removes what kept it available offline. */
export function farewell(reply: SubmitReply, reason: SubmitReason): void {
  const say = reply.submitted_by === "admin" ? toast.info : toast.success;
  say(endWords(reply, reason));
  void forgetShell();
}
