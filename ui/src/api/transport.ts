import { currentToken, expireSession } from "@/stores/session-token";
import { ApiFailure, NetworkFailure, retryAfterOf } from "./errors";
import type { ApiError } from "./types";

export type Query = Record<string, string | number | boolean | undefined | null>;

/**
 * Credentials of a call. `optional`: the session if there is a valid one, for links that work without. An attempt key
 * is sent alone: endpoints shared by candidates and accounts must not use the session of the same browser.
 */
export type Auth = "session" | "optional" | "none" | { attemptKey: string | undefined };

export interface CallOptions {
  /** `session`, if not set. */
  auth?: Auth;
  query?: Query;
  /** Sent as JSON, or unchanged if a Blob. */
  body?: unknown;
  /** `Accept` is JSON, if not set. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Time limit in ms, up to the end of the reply. */
  timeout?: number;
  /**
   * Lets the request outlive the page (at most 64 KiB of body). `beacon`: in a browser without keepalive, as a beacon
   * with the attempt key in the body.
   */
  keepalive?: boolean | "beacon";
}

export function urlFor(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return `/api${path}${text && `?${text}`}`;
}

const keepaliveWorks = () => typeof Request !== "undefined" && "keepalive" in Request.prototype;

/** sendBeacon cannot set headers. */
function beacon(path: string, body: unknown, attempt_key: string | undefined): Response {
  const content = JSON.stringify({ ...(body as object), attempt_key });
  navigator.sendBeacon(urlFor(path), new Blob([content], { type: "application/json" }));
  return new Response(null, { status: 204 });
}

function limited(signal: AbortSignal | undefined, timeout: number | undefined): AbortSignal | undefined {
  // Older browsers lack it: a call without a time limit is better than none.
  const limit =
    timeout === undefined || typeof AbortSignal.timeout !== "function"
      ? undefined
      : AbortSignal.timeout(timeout);
  return signal && limit ? AbortSignal.any([signal, limit]) : (signal ?? limit);
}

async function send(
  method: string,
  path: string,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  const { auth, body, signal, timeout, keepalive } = options;
  const attemptKey = typeof auth === "object" ? auth.attemptKey : undefined;
  if (keepalive === "beacon" && !keepaliveWorks()) return beacon(path, body, attemptKey);
  const raw = body === undefined || body instanceof Blob;
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (body !== undefined) headers["Content-Type"] = raw ? body.type : "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (attemptKey) headers["X-Attempt-Key"] = attemptKey;
  try {
    return await fetch(urlFor(path, options.query), {
      method,
      headers,
      body: raw ? body : JSON.stringify(body),
      signal: limited(signal, timeout),
      keepalive: Boolean(keepalive),
      cache: "no-store",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkFailure(error);
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  let body: Partial<ApiError> = {};
  try {
    body = (await response.json()) as Partial<ApiError>;
  } catch {
    // Ignore a proxy's HTML page: the message follows from the status alone.
  }
  return new ApiFailure(response.status, body, retryAfterOf(response));
}

/**
 * Sends a call under /api; resolves to a successful response. Throws `ApiFailure` when the server refuses and
 * `NetworkFailure` when it does not reply; only a 401 signs the page out.
 */
export async function transport(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { auth = "session" } = options;
  const token = auth === "session" || auth === "optional" ? currentToken() : null;
  let response = await send(method, path, options, token);
  if (response.status === 401 && token) {
    expireSession(token);
    if (auth === "optional") response = await send(method, path, options, null);
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** The reply as JSON; undefined on 204. */
export async function bodyOf(response: Response, signal?: AbortSignal): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    // The connection broke in the middle of the body.
    throw new NetworkFailure(error);
  }
}
