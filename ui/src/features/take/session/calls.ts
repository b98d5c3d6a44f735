import { ApiFailure, api } from "@/api/client";
import type { SaveReply, StartReply, SubmitReply, TakeTest, TimeSpent } from "@/api/types";
import type { SaveFailure } from "../journal/save-loop";
import type { Entry } from "../journal/types";

/** Request timeout in ms. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Timeout of a submit in ms: it may carry megabytes over a slow line. */
const SUBMIT_TIMEOUT_MS = 60_000;

const within = (ms: number) =>
  typeof AbortSignal.timeout === "function" ? AbortSignal.timeout(ms) : undefined;
const withKey = (key: string | undefined) => (key ? { "X-Attempt-Key": key } : undefined);

export const answersUrl = (token: string) => `/api/take-test/${encodeURIComponent(token)}/answers`;

export const calls = {
  load: (token: string, key: string | undefined) =>
    api.get<TakeTest>(`/take-test/${encodeURIComponent(token)}`, {
      headers: withKey(key),
      signal: within(REQUEST_TIMEOUT_MS),
    }),

  start: (token: string, key: string) =>
    api.post<StartReply>(`/start-test/${encodeURIComponent(token)}`, {
      headers: withKey(key),
      signal: within(REQUEST_TIMEOUT_MS),
    }),

  save: (token: string, key: string, answers: Entry[], time_spent: TimeSpent[]) =>
    api.put<SaveReply>(`/take-test/${encodeURIComponent(token)}/answers`, {
      headers: withKey(key),
      body: { answers, time_spent },
      signal: within(REQUEST_TIMEOUT_MS),
    }),

  askToResume: (token: string) =>
    api.post<void>(`/take-test/${encodeURIComponent(token)}/resume-request`, {
      signal: within(REQUEST_TIMEOUT_MS),
    }),

  submit: (token: string, key: string, answers: Entry[], time_spent: TimeSpent[]) =>
    api.post<SubmitReply>(`/submit-test/${encodeURIComponent(token)}`, {
      headers: withKey(key),
      body: { answers, time_spent },
      signal: within(SUBMIT_TIMEOUT_MS),
    }),
};

/** Classifies a failed call for the retry of unsent text. */
export function classify(error: unknown): SaveFailure {
  if (!(error instanceof ApiFailure)) {
    return { kind: "network", detail: "The server cannot be reached." };
  }
  const { status, detail } = error;
  const retryAfter = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
  if (status === 429 || status === 408 || status >= 500) {
    return { kind: "busy", detail, ...(retryAfter !== undefined && { retryAfter }), limited: status === 429 };
  }
  if (status === 400 || status === 413 || status === 422) return { kind: "invalid", detail };
  return { kind: "refused", detail };
}

/** The only codes that mean that this link has no test for this candidate (docs/behaviour.md#taking-a-test). */
export const isFatal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [403, 404, 410].includes(error.status);
