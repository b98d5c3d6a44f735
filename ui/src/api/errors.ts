import type { ApiError } from "./types";

/** The server answered, and refused: `detail` is a sentence for a person, `code` for a program. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly requestId: string;
  /** Seconds to wait before asking again, when the server said so (429, 503). */
  readonly retryAfter: number | undefined;
  /** When the test opens, on 403 `not_open_yet`. */
  readonly opensAt: string | undefined;
  /** The whole reply, for what only one call tells, such as who was faster on 409 `changed_meanwhile`. */
  readonly body: Partial<ApiError>;

  constructor(status: number, body: Partial<ApiError>, retryAfter?: number) {
    const detail = body.detail ?? fallback(status);
    super(detail);
    this.name = "ApiFailure";
    this.status = status;
    this.detail = detail;
    this.code = body.code ?? `http_${status}`;
    this.fields = body.fields ?? {};
    this.requestId = body.request_id ?? "";
    this.retryAfter = retryAfter;
    this.opensAt = body.opens_at;
    this.body = body;
  }
}

/** No answer at all: the network is down or the server is not running. */
export class NetworkFailure extends Error {
  constructor(cause?: unknown) {
    super("The server cannot be reached. Check your connection and try again.", { cause });
    this.name = "NetworkFailure";
  }
}

/** Seconds from a `Retry-After` header; proxies that send a date there are not understood. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function fallback(status: number): string {
  if (status === 413) return "This is too large to send.";
  if (status === 429) return "Too many requests. Please wait a moment.";
  if (status >= 500) return "The server could not do this. Please try again.";
  return `The server refused this (${status}).`;
}

/** The words to show for any failure. */
export function errorText(error: unknown): string {
  if (error instanceof ApiFailure) return error.detail;
  if (error instanceof Error) return error.message;
  return "Something went wrong.";
}
