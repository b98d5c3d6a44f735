import { ApiFailure, api, NetworkFailure } from "@/api/client";
import { acknowledges } from "@/lib/acknowledges";
import { retryWait } from "@/lib/backoff";
import { pause } from "@/lib/pause";
import { dropDelivered, isLeft, type LateText, type Undelivered, undelivered } from "@/lib/undelivered";

/** Time limit in ms of one call. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Maximum wait in ms between two tries. */
const MAX_WAIT_MS = 60_000;

/** The server's refusals of single texts, by `nameOf`. They are not tried again on this page. */
export type Refusals = ReadonlyMap<string, string>;

export const nameOf = ({ token }: Undelivered, { question_id, seq }: LateText): string =>
  `${token} ${question_id} ${seq}`;

async function send({ token, key }: Undelivered, text: LateText): Promise<void> {
  const { question_id, answer, seq } = text;
  await api.put("/take-test/{token}/answers", {
    path: { token },
    auth: { attemptKey: key },
    timeout: REQUEST_TIMEOUT_MS,
    encodable: "always",
    guard: acknowledges([text]),
    body: { answers: [{ question_id, answer, seq }], time_spent: [] },
  });
}

/** A refusal that no later try changes. */
const isFinal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status < 500 && error.status !== 429 && error.status !== 408;

/** How long the reply asks to wait, in ms. */
const askedWait = (error: unknown): number | undefined => {
  const isReply = error instanceof ApiFailure || error instanceof NetworkFailure;
  return isReply && error.retryAfter !== undefined ? error.retryAfter * 1_000 : undefined;
};

export interface Delivery {
  refusals: Refusals;
  /** The number of answers that have arrived. */
  arrived: number;
}

/**
 * Sends the answers that tests left in this browser, each on its own, until the server has them: they stand as late
 * answers. Ends with `signal`.
 */
export async function deliver(signal: AbortSignal, changed: (delivery: Delivery) => void): Promise<void> {
  const refusals = new Map<string, string>();
  let arrived = 0;
  for (let failures = 0; !signal.aborted; ) {
    let failed = false;
    let asked: number | undefined;
    for (const left of undelivered()) {
      for (const text of left.texts) {
        const name = nameOf(left, text);
        if (signal.aborted || refusals.has(name) || !isLeft(left.token, text)) continue;
        const report = () => signal.aborted || changed({ refusals: new Map(refusals), arrived });
        try {
          await send(left, text);
          arrived += 1;
          // First: who listens may end this as soon as nothing is left.
          report();
          dropDelivered(left.token, text.question_id, text.seq);
        } catch (error) {
          if (isFinal(error)) refusals.set(name, error.detail);
          else {
            failed = true;
            asked = askedWait(error) ?? asked;
          }
          report();
        }
      }
    }
    if (!failed) return;
    await pause(retryWait(++failures, asked, Math.random, MAX_WAIT_MS), signal);
  }
}
