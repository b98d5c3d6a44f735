import { currentToken, expireSession } from "@/stores/session-token";
import { ApiFailure, NetworkFailure } from "./errors";
import type { ApiError } from "./types";

export { ApiFailure, errorText, NetworkFailure } from "./errors";

type Query = Record<string, string | number | boolean | undefined | null>;
export interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  query?: Query;
  /** Lets the request outlive the page (at most 64 KiB of body). */
  keepalive?: boolean;
}

/** Candidates' calls are proven by the token in their path: a stale session must not fail them. */
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
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    return await fetch(urlFor(path, options.query), {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
      keepalive: options.keepalive,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkFailure(error);
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const after = Number(response.headers.get("Retry-After") ?? Number.NaN);
  let body: Partial<ApiError> = {};
  try {
    body = (await response.json()) as Partial<ApiError>;
  } catch {
    // A proxy's page is not for people: the status alone decides the words.
  }
  return new ApiFailure(response.status, body, Number.isFinite(after) ? after : undefined);
}

async function call<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const token = currentToken();
  let response = await send(method, path, options, token);
  if (response.status === 401 && token) {
    expireSession(token);
    if (CANDIDATE.test(path)) response = await send(method, path, options, null);
  }
  if (!response.ok) throw await failureOf(response);
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // The connection broke in the middle of the body.
    throw new NetworkFailure(error);
  }
}

/**
 * Calls under /api. They throw `ApiFailure` when the server refuses and `NetworkFailure` when it
 * does not answer; only a 401 signs the page out.
 */
export const api = {
  get: <T>(path: string, options?: Omit<Options, "body">) => call<T>("GET", path, options),
  post: <T>(path: string, options?: Options) => call<T>("POST", path, options),
  put: <T>(path: string, options?: Options) => call<T>("PUT", path, options),
  delete: <T>(path: string, options?: Options) => call<T>("DELETE", path, options),
};
