import type { SubmitReply } from "@/api/types";
import { session } from "@/lib/storage";
import type { SubmitReason } from "./state";

/** Who ended the test. The page's clock may have done so a moment before the server's. */
export const endedBy = ({ submitted_by }: SubmitReply, reason: SubmitReason) =>
  reason === "time" && submitted_by === "candidate" ? "deadline" : submitted_by;

/** Summary of the finished test for the next page. */
export function leaveReceipt(test_title: string, reply: SubmitReply, reason: SubmitReason): void {
  session.set(
    "invigil_receipt",
    JSON.stringify({ ...reply, test_title, submitted_by: endedBy(reply, reason) }),
  );
}

/** The receipt as a sentence, which never claims that the candidate submitted when another party ended the test. */
export function endWords(reply: SubmitReply, reason: SubmitReason): string {
  const by = endedBy(reply, reason);
  // A percent of a score that is not final reads like a verdict.
  const score = reply.provisional ? "Answers wait for a review." : `Score: ${Math.round(reply.score)}%`;
  if (by === "admin") return `Your administrator ended the test. ${score}`;
  return `${by === "deadline" ? "The time is up. " : ""}Test submitted successfully! ${score}`;
}
