import { languageTag, translated } from "@/i18n";
import { withHiddenNames } from "@/lib/hidden-names";
import { TooSlow } from "@/lib/timeout";
import { t } from "./texts";
import type { ApiError, ErrorCode } from "./types";

/** A refusal without a code is, for example, `http_500`. */
export type FailureCode = ErrorCode | `http_${number}`;

/** The sentences of a refusal in the language of the page: the whole, and those of single fields. */
export type Wording = (
  status: number,
  body: Partial<ApiError>,
) => { detail: string; fields: ApiError["fields"] };

/** Key of a sentence beside a field (`i18n/en/entries.ts`). */
export const entryKey = (message: string): string =>
  message.replace(/\d+/g, "n").replace(/\W+/g, "_").replace(/_$/, "");

const entryWords = (message: string) =>
  translated("entries", entryKey(message), {
    n: /\d+/.exec(message)?.[0] ?? "",
    character: /'(.)'/u.exec(message)?.[1] ?? "",
  });

/**
 * What the server says of an entry. In another language, and without words for it: its beginning without the reason, or that the
 * entry needs to be checked.
 */
const entry = (message: string) =>
  (languageTag() !== "en" &&
    (entryWords(message) ?? entryWords(message.replace(/: .*/, "")) ?? translated("refusals", "invalid"))) ||
  message;

/** The server's sentence; in another language than English the one of its code, if there is one. */
const usual: Wording = (status, { code, params, detail, fields = {} }) => ({
  detail:
    detail && (languageTag() === "en" || !code)
      ? detail
      : (code === "invalid" && detail && entry(detail)) ||
        translated("refusals", code ?? "", params) ||
        t("serverRefused", { status }),
  fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, entry(message)])),
});

let wording = usual;

/** Candidates load no words for staff: rooms of staff bring theirs, in another language than English. */
export const wordOtherwise = (make: (usual: Wording) => Wording): void => {
  wording = make(usual);
};

/** The server refused: `detail` is a human-readable sentence, `code` is for programs. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: FailureCode;
  readonly fields: Record<string, string>;
  /** Values that `detail` names. */
  readonly params: NonNullable<ApiError["params"]>;
  readonly requestId: string;
  /** `Retry-After` in seconds, if sent (429, 503). */
  readonly retryAfter: number | undefined;
  /** When the test opens, on 403 `not_open_yet`. */
  readonly opensAt: string | undefined;
  /** The whole reply body, for fields of single calls, such as the other reviewer on 409 `changed_meanwhile`. */
  readonly body: Partial<ApiError>;

  constructor(status: number, body: Partial<ApiError>, retryAfter?: number) {
    const { detail, fields } = wording(status, body);
    super(detail);
    this.name = "ApiFailure";
    this.status = status;
    this.detail = detail;
    this.code = body.code ?? `http_${status}`;
    this.fields = fields ?? {};
    this.params = body.params ?? {};
    this.requestId = body.request_id ?? "";
    this.retryAfter = retryAfter;
    this.opensAt = body.opens_at;
    this.body = withHiddenNames(body);
  }
}

/** Who changed the record meanwhile, and when (RFC 3339, or empty); null if the failure is another one. */
export function changedMeanwhile(error: unknown, unnamed: string): { by: string; at: string } | null {
  if (!(error instanceof ApiFailure) || error.code !== "changed_meanwhile") return null;
  return { by: error.body.by ?? unnamed, at: error.body.at ?? "" };
}

/** The requested object does not exist: it never was, or it was deleted meanwhile. */
export const isGone = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** What an intermediary said instead of the server. */
export interface ForeignReply {
  /** 0 for a redirect. */
  status: number;
  /** `Retry-After` in seconds. */
  retryAfter: number | undefined;
}

/** No word of the server: the network is down, the server is not running, or an intermediary replied in its place. */
export class NetworkFailure extends Error {
  readonly reply: ForeignReply | undefined;
  /** The call, or its reply, did not end in time. */
  readonly timedOut: boolean;

  constructor(cause?: unknown, reply?: ForeignReply) {
    const timedOut = isTimeout(cause);
    super(timedOut ? t("tooLate") : unreachable(reply), { cause });
    this.name = "NetworkFailure";
    this.reply = reply;
    this.timedOut = timedOut;
  }

  get retryAfter(): number | undefined {
    return this.reply?.retryAfter;
  }
}

/** Whether it is the reason of `AbortSignal.timeout` or of `withTimeout`. */
const isTimeout = (cause: unknown): boolean =>
  cause instanceof TooSlow || (cause instanceof DOMException && cause.name === "TimeoutError");

function unreachable(reply: ForeignReply | undefined): string {
  // A reverse proxy in front of a server that is being restarted says 502, 503 or 504.
  if (!reply || reply.status >= 500) {
    return t("unreachable");
  }
  const { status } = reply;
  return status >= 400 ? t("repliedInsteadStatus", { status }) : t("repliedInstead");
}

/** Seconds from a `Retry-After` header; the HTTP-date form is not supported. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** What the server says about single fields, by their names; empty for any other failure. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiFailure ? error.fields : {};

/** Message for any failure. */
export function errorText(error: unknown): string {
  if (error instanceof ApiFailure) return error.detail;
  if (error instanceof Error) return error.message;
  return t("somethingWentWrong");
}
