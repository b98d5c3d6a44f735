import { currentToken, expireSession } from "@/stores/session-token";
import { ApiFailure, NetworkFailure, retryAfterOf } from "./errors";
import type { ApiError } from "./types";

export { ApiFailure, errorText, NetworkFailure } from "./errors";

type Query = Record<string, string | number | boolean | undefined | null>;
export interface Options {
  body?: unknown;
  /** A non-JSON body, such as an image, sent with its type. */
  blob?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  query?: Query;
  /** Lets the request outlive the page (at most 64 KiB of body). */
  keepalive?: boolean;
}

/** Candidates' calls are authorised by the token in their path: a stale session must not fail them. */
const CANDIDATE = /^\/(take-test|start-test|submit-test|invites\/token)\//;

export function urlFor(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return `/api${path}${text && `?${text}`}`;
}

async function send(method: string, path: string, options: Options, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  else if (options.blob) headers["Content-Type"] = options.blob.type;
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    return await fetch(urlFor(path, options.query), {
      method,
      headers,
      body: options.body === undefined ? options.blob : JSON.stringify(options.body),
      signal: options.signal,
      keepalive: options.keepalive,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
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

/** The raw response of a successful call, for downloads. */
export async function answered(method: string, path: string, options: Options): Promise<Response> {
  const token = currentToken();
  let response = await send(method, path, options, token);
  if (response.status === 401 && token) {
    expireSession(token);
    if (CANDIDATE.test(path)) response = await send(method, path, options, null);
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function bodyOf<T>(response: Response, signal?: AbortSignal): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    // The connection broke in the middle of the body.
    throw new NetworkFailure(error);
  }
}

async function call<T>(method: string, path: string, options: Options = {}): Promise<T> {
  return bodyOf<T>(await answered(method, path, options), options.signal);
}

export interface Page<T> {
  items: T[];
  /** The `after` cursor of the next page; null at the end. */
  after: string | null;
}

/** The cursor inside a `Link: <...?after=X>; rel="next"` header (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? "")?.[1];
  return target ? new URL(target, "http://localhost").searchParams.get("after") : null;
}

interface ListOptions extends Omit<Options, "body"> {
  /** Field of the reply that holds the list, unless it is a bare array. */
  list?: string;
}

/** One page of a list paginated by a Link header. */
async function page<T>(path: string, options: ListOptions = {}): Promise<Page<T>> {
  const response = await answered("GET", path, options);
  const after = nextCursor(response.headers.get("Link"));
  const body = await bodyOf<T[] | Record<string, T[]>>(response, options.signal);
  return { items: Array.isArray(body) ? body : (body[options.list ?? ""] ?? []), after };
}

/**
 * Calls under /api. They throw `ApiFailure` when the server refuses and `NetworkFailure` when it
 * does not reply; only a 401 signs the page out.
 */
export const api = {
  page,
  get: <T>(path: string, options?: Omit<Options, "body">) => call<T>("GET", path, options),
  post: <T>(path: string, options?: Options) => call<T>("POST", path, options),
  put: <T>(path: string, options?: Options) => call<T>("PUT", path, options),
  delete: <T>(path: string, options?: Options) => call<T>("DELETE", path, options),
};
