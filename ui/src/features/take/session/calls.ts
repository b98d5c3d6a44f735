import { ApiFailure, api, NetworkFailure } from "@/api/client";
import type { SectionEntry, TimeSpent } from "@/api/types";
import { acknowledges } from "@/lib/acknowledges";
import { invitedIn } from "@/lib/language";
import { examBrowserHeaders } from "../exam-browser";
import type { SaveFailure } from "../journal/save-loop";
import type { Entry } from "../journal/types";
import type { Confirmation } from "./receipt";
import { isBreak, isStart, isSubmit, isTake } from "./replies";

/** Request timeout in ms. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Timeout of a submit in ms: it may carry megabytes over a slow line. */
const SUBMIT_TIMEOUT_MS = 60_000;

/** The text that a candidate has read and accepted, for the start. */
export interface Accepted {
  consent_hash: string;
  consent_format: "plain" | "markdown";
}

/** Options of a call by the attempt holder. */
const held = (token: string, attemptKey: string | undefined) => ({
  path: { token },
  auth: { attemptKey },
  timeout: REQUEST_TIMEOUT_MS,
});

export const calls = {
  load: async (token: string, key: string | undefined) => {
    const headers = await examBrowserHeaders();
    const reply = await api.get("/take-test/{token}", { ...held(token, key), headers, guard: isTake });
    invitedIn(reply.language);
    return reply;
  },

  start: async (token: string, key: string, consent: Accepted | null) =>
    api.post("/start-test/{token}", {
      ...held(token, key),
      headers: await examBrowserHeaders(),
      guard: isStart,
      body: consent ?? {},
    }),

  /** `claims`: sections that were entered since. */
  save: (token: string, key: string, answers: Entry[], time_spent: TimeSpent[], claims: SectionEntry[]) =>
    api.put("/take-test/{token}/answers", {
      ...held(token, key),
      guard: acknowledges(answers),
      encodable: "always",
      body: { answers, time_spent, ...(claims.length > 0 && { entered: claims }) },
    }),

  /** `left`: breaks that the page shows as left, by which the server knows a call that arrives late. */
  takeBreak: (token: string, key: string, begin: boolean, left: number | undefined) =>
    api.post("/take-test/{token}/break", {
      ...held(token, key),
      guard: isBreak,
      body: { begin, ...(left !== undefined && { left }) },
    }),

  askToResume: (token: string) =>
    api.post("/take-test/{token}/resume-request", {
      path: { token },
      auth: "none",
      timeout: REQUEST_TIMEOUT_MS,
    }),

  /** `at_deadline`: the clock of the page asks for it, not the candidate. `missing`: questions with unsent answers. */
  submit: (
    token: string,
    key: string,
    answers: Entry[],
    time_spent: TimeSpent[],
    at_deadline: boolean,
    claims: SectionEntry[],
    confirmation: Confirmation,
    missing: string[],
  ) =>
    api.post("/submit-test/{token}", {
      ...held(token, key),
      guard: isSubmit,
      encodable: "always",
      body: {
        answers,
        time_spent,
        at_deadline,
        ...(claims.length > 0 && { entered: claims }),
        ...(!at_deadline && confirmation),
        ...(missing.length > 0 && { missing }),
      },
      timeout: SUBMIT_TIMEOUT_MS,
    }),
};

/** The time is not up: some was given, or the page's clock is ahead. */
const NOT_OVER = "not_over";

/** The deadline that the server named with `not_over`. */
export const laterDeadline = (error: unknown): string | undefined =>
  error instanceof ApiFailure && error.code === NOT_OVER ? error.body.deadline : undefined;

/** Only a refusal that names an entry is about an entry. */
const namesEntry = ({ fields }: ApiFailure) =>
  Object.keys(fields).some((name) => name.startsWith("answers["));

/** Classifies a failed call for the retry of unsent text. */
export function classify(error: unknown): SaveFailure {
  if (!(error instanceof ApiFailure)) {
    const reply = error instanceof NetworkFailure ? error.reply : undefined;
    if (!reply) return { kind: "network" };
    const { status, retryAfter } = reply;
    return {
      kind: "foreign",
      status,
      ...(retryAfter !== undefined && { retryAfter: retryAfter * 1000 }),
    };
  }
  const { status, detail, code } = error;
  const retryAfter = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
  if (status === 429 || status === 408 || status >= 500 || code === NOT_OVER) {
    // 500: a fault at this one call, perhaps by what is in it.
    const limited = status === 429;
    return { kind: "busy", code, detail, status, ...(retryAfter !== undefined && { retryAfter }), limited };
  }
  const kind = status === 413 || namesEntry(error) ? "invalid" : "refused";
  return { kind, code, detail, status };
}

/** The link was deleted, with its attempt. */
export const isUnknownLink = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.code === "unknown_link";

/** The only codes that mean that this link has no test for this candidate (docs/behaviour/taking.md#taking-a-test). */
export const isFatal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [403, 404, 410].includes(error.status);
