import type { Company, SubmitReply } from "@/api/types";
import { session } from "@/lib/storage";
import type { SubmitReason } from "./state";

/** Who ended the test. The page's clock may have done so a moment before the server's. */
export const endedBy = ({ submitted_by }: SubmitReply, reason: SubmitReason) =>
  reason === "time" && submitted_by === "candidate" ? "deadline" : submitted_by;

/** Summary of the finished test for the next page. `holder`: an attempt that ended by time may continue with its key. */
export function leaveReceipt(
  test_title: string,
  reply: SubmitReply,
  reason: SubmitReason,
  holder: { token: string; key: string },
  company?: Company,
): void {
  const go_on = reply.submitted_by === "deadline" ? holder : undefined;
  session.set(
    "invigil_receipt",
    JSON.stringify({ ...reply, test_title, submitted_by: endedBy(reply, reason), go_on, company }),
  );
}
