import type { Company, SubmitReply, TestIntro } from "@/api/types";
import { rememberReceipt } from "@/lib/known-receipts";
import { session } from "@/lib/storage";
import { undeliveredCount } from "@/lib/undelivered";
import type { SubmitReason } from "./state";

/** Who ended the test. The page's clock may have done so a moment before the server's. */
export const endedBy = ({ submitted_by }: SubmitReply, reason: SubmitReason) =>
  reason === "time" && submitted_by === "candidate" ? "deadline" : submitted_by;

/** A submit this soon after a double click (ms) can be reopened. */
const DOUBLE_CLICK_COUNTS_MS = 60_000;

/** What preceded the candidate's confirmation of a submit, in ms: for the timeline, and for an end that was not meant. */
export interface Confirmation {
  confirmed_after_ms?: number;
  double_click_ms?: number;
}

/**
 * Summary of the finished test for the next page. `holder`: an attempt that ended by time, or right after a double
 * click, may continue with its key.
 */
export function leaveReceipt(
  test: Pick<TestIntro, "title" | "language" | "translations">,
  reply: SubmitReply,
  reason: SubmitReason,
  holder: { token: string; key: string },
  company?: Company,
  { double_click_ms = Number.POSITIVE_INFINITY }: Confirmation = {},
): void {
  const unmeant = reply.submitted_by === "candidate" && double_click_ms <= DOUBLE_CLICK_COUNTS_MS;
  const go_on = reply.submitted_by === "deadline" || unmeant ? holder : undefined;
  const link = holder.token;
  if (reply.receipt_token) rememberReceipt(link, reply.receipt_token);
  const { title: test_title, language: test_language, translations: others = {} } = test;
  const titles = Object.entries(others).map(([tag, { title }]) => [tag, { title }]);
  const named = { test_title, test_language, test_translations: Object.fromEntries(titles) };
  const of = { ...named, link, missing: undeliveredCount(link), go_on, company };
  session.set("invigil_receipt", JSON.stringify({ ...reply, ...of, submitted_by: endedBy(reply, reason) }));
}
