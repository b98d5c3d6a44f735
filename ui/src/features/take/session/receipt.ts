import type { SubmitReply } from "@/api/types";
import { session } from "@/lib/storage";

/** What the next page shows about the test that was just submitted. */
export function leaveReceipt(test_title: string, reply: SubmitReply): void {
  const { submitted_at, answers_stored, score, provisional } = reply;
  session.set(
    "invigil_receipt",
    JSON.stringify({ test_title, submitted_at, answers_stored, score, provisional }),
  );
}
