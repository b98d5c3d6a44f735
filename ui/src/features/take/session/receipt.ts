import type { SubmitReply } from "@/api/types";
import { session } from "@/lib/storage";
import type { SubmitReason } from "./state";

/** Who ended the test. The clock of the page may have done so a moment before the server's. */
export const endedBy = ({ submitted_by }: SubmitReply, reason: SubmitReason) =>
  reason === "time" && submitted_by === "candidate" ? "deadline" : submitted_by;

/** What the next page shows about the test that is over. */
export function leaveReceipt(test_title: string, reply: SubmitReply, reason: SubmitReason): void {
  session.set(
    "invigil_receipt",
    JSON.stringify({ ...reply, test_title, submitted_by: endedBy(reply, reason) }),
  );
}

/** The same in a sentence: nobody is told to have submitted what another ended. */
export function endWords(reply: SubmitReply, reason: SubmitReason): string {
  const by = endedBy(reply, reason);
  const score = `Score: ${Math.round(reply.score)}%`;
  if (by === "admin") return `Your administrator ended the test. ${score}`;
  return `${by === "deadline" ? "The time is up. " : ""}Test submitted successfully! ${score}`;
}
