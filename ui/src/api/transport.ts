import { anySignal } from "@/lib/any-signal";
import { withTimeout } from "@/lib/timeout";
import { currentToken, expireSession } from "@/stores/session-token";
import { type Form, otherForm, wrapped } from "./encoding";
import { ApiFailure, type FailureCode, NetworkFailure, retryAfterOf } from "./errors";
import { speakerOf } from "./speaker";
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
  /**
   * JSON has a person's text, at which filters take offence: where one form of it does not get through, the other is sent.
   * `replies`: only if an intermediary said something, as the call must not be made twice; if not set, only if it refused,
   * which no proxy does after the server has taken the call.
   */
  encodable?: "always" | "replies";
  /** Whether a body is the server's reply to this call. */
  guard?: (body: unknown) => boolean;
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
  return signal && limit ? anySignal([signal, limit]) : (signal ?? limit);
}

/** Time limit in ms of a call whose reply is JSON. The server begins each of its replies within two minutes. */
const CALL_TIMEOUT_MS = 150_000;
/** Time limit in ms of the JSON of a reply that has begun. */
const BODY_TIMEOUT_MS = 60_000;
/** The same of a refusal. */
const REFUSAL_TIMEOUT_MS = 10_000;
/** Refusals of a body that is not as this page sent it. */
const ALTERED: readonly FailureCode[] = ["altered", "malformed", "not_json"];

/** The form in which texts last got through. */
let preferred: Form = "plain";
/** The server, or a proxy before it, has returned the id of a call. */
let returnsIds = false;

/** What is known of a call that was sent. */
interface Sent {
  response: Response;
  id: string;
  accept: string;
}

async function send(
  method: string,
  path: string,
  options: CallOptions,
  token: string | null,
  form: Form,
): Promise<Sent> {
  const { auth, body, signal, timeout, keepalive } = options;
  const attemptKey = typeof auth === "object" ? auth.attemptKey : undefined;
  const id = `c${Math.random().toString(36).slice(2)}`;
  if (keepalive === "beacon" && !keepaliveWorks()) {
    return { response: beacon(path, body, attemptKey), id, accept: "*/*" };
  }
  const raw = body === undefined || body instanceof Blob;
  const text = raw ? undefined : wrapped(JSON.stringify(body), form);
  const headers: Record<string, string> = { Accept: "application/json", "X-Call-Id": id, ...options.headers };
  if (body instanceof Blob) headers["Content-Type"] = body.type;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (attemptKey) headers["X-Attempt-Key"] = attemptKey;
  try {
    const response = await fetch(urlFor(path, options.query), {
      method,
      headers: { ...headers, ...text?.headers },
      body: text?.body ?? (body as Blob | undefined),
      signal: limited(signal, timeout),
      keepalive: Boolean(keepalive),
      cache: "no-store",
      // A redirect does not come from the server: its target must get neither texts nor keys.
      redirect: "manual",
    });
    return { response, id, accept: headers.Accept ?? "" };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkFailure(error);
  }
}

/** The body of a refusal; undefined if it is no JSON, or does not end. */
async function refusalOf(response: Response): Promise<unknown> {
  if (/^text\/html/.test(response.headers.get("Content-Type") ?? "")) return undefined;
  try {
    return await withTimeout(response.json(), REFUSAL_TIMEOUT_MS);
  } catch {
    return undefined;
  }
}

/** The reply if it is the server's, and no refusal. */
async function judged({ response, id, accept }: Sent, guarded: boolean): Promise<Response> {
  const { status, headers } = response;
  const returned = headers.get("X-Call-Id");
  const refusal = status >= 400 ? await refusalOf(response) : undefined;
  const speaker = speakerOf({
    status,
    redirected: response.redirected || response.type === "opaqueredirect",
    type: headers.get("Content-Type") ?? "",
    accept,
    sent: id,
    returned,
    must_return: returnsIds && !guarded && accept !== "*/*",
    refusal,
  });
  const retryAfter = retryAfterOf(response);
  if (speaker === "between") throw new NetworkFailure(undefined, { status, retryAfter });
  if (returned !== null) returnsIds = true;
  if (status < 400) return response;
  throw new ApiFailure(status, refusal as Partial<ApiError>, retryAfter);
}

async function once<T>(
  method: string,
  path: string,
  options: CallOptions,
  form: Form,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { auth = "session", guard } = options;
  const token = auth === "session" || auth === "optional" ? currentToken() : null;
  const guarded = guard !== undefined;
  try {
    return await read(await judged(await send(method, path, options, token, form), guarded));
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 401 && token)) throw error;
    expireSession(token);
    if (auth !== "optional") throw error;
    return read(await judged(await send(method, path, options, null, form), guarded));
  }
}

/** What intermediaries say of all calls, whatever is in them. */
const OF_ALL_CALLS = [401, 407, 408, 429];

/** Whether the same text may get through in the other form. */
function mayPass(error: unknown, { body, encodable, signal }: CallOptions): boolean {
  if (body === undefined || body instanceof Blob || signal?.aborted) return false;
  if (error instanceof ApiFailure) return ALTERED.includes(error.code);
  if (!(error instanceof NetworkFailure)) return false;
  const status = error.reply?.status;
  if (status === undefined) return encodable === "always" && !error.timedOut;
  return Boolean(encodable) || (status >= 400 && status < 500 && !OF_ALL_CALLS.includes(status));
}

async function deliver<T>(
  method: string,
  path: string,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const form = preferred;
  try {
    return await once(method, path, options, form, read);
  } catch (error) {
    // A filter that never replies: the next call tries the other form.
    if (options.encodable && error instanceof NetworkFailure && error.timedOut) preferred = otherForm(form);
    if (!mayPass(error, options)) throw error;
  }
  try {
    const reply = await once(method, path, options, otherForm(form), read);
    preferred = otherForm(form);
    return reply;
  } catch (error) {
    if (error instanceof ApiFailure && ALTERED.includes(error.code)) {
      throw new NetworkFailure(error, { status: error.status, retryAfter: undefined });
    }
    if (error instanceof ApiFailure) preferred = otherForm(form);
    throw error;
  }
}

/**
 * Sends a call under /api; resolves to a successful response, for streams and files: how long its body takes is up to
 * the caller. Throws `ApiFailure` when the server refuses, and `NetworkFailure` when it does not reply, also if an
 * intermediary does; only the server's 401 signs the page out.
 */
export const transport = (method: string, path: string, options: CallOptions = {}): Promise<Response> =>
  deliver(method, path, options, (response) => Promise.resolve(response));

export interface Reply {
  /** The JSON; undefined on 204. */
  body: unknown;
  headers: Headers;
}

/** The same for a reply in JSON, which has to end in time. */
export function exchange(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { signal, guard, body: sent } = options;
  // How long the sending of a file takes is up to the line.
  const timeout = options.timeout ?? (sent instanceof Blob ? undefined : CALL_TIMEOUT_MS);
  return deliver(method, path, { ...options, timeout }, async (response) => {
    const body = await bodyOf(response, signal);
    if (!guard || guard(body)) return { body, headers: response.headers };
    throw new NetworkFailure(undefined, { status: response.status, retryAfter: undefined });
  });
}

async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await withTimeout(response.json(), BODY_TIMEOUT_MS);
  } catch (error) {
    if (signal?.aborted) throw error;
    // The connection broke in the middle of the body, or the body does not end.
    throw new NetworkFailure(error);
  }
}
