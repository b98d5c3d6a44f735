import { urlFor } from "@/api/client";
import { ApiFailure, NetworkFailure, retryAfterOf } from "@/api/errors";
import type { ApiError } from "@/api/types";
import { keepaliveWorks } from "./journal/unload";

/** Credentials of a call: the invite token and the attempt key. */
export interface Holder {
  token: string;
  key: string;
}

interface CallOptions {
  /** Sent as JSON, or unchanged if a Blob. */
  body?: object | Blob;
  /** The page may unload before the reply arrives. */
  leaving?: boolean;
}

/** Request timeout in ms. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * A call authorised by the attempt key alone. If the browser is also signed in to an account,
 * endpoints shared by candidates and accounts must not use that session.
 */
export async function attemptCall<T>(
  { key }: Holder,
  method: "GET" | "POST" | "PUT",
  path: string,
  { body, leaving = false }: CallOptions = {},
): Promise<T> {
  const raw = body instanceof Blob;
  if (leaving && method === "POST" && !keepaliveWorks()) {
    // sendBeacon cannot set headers.
    navigator.sendBeacon(urlFor(path), JSON.stringify({ ...(raw ? {} : body), attempt_key: key }));
    return undefined as T;
  }
  let response: Response;
  try {
    response = await fetch(urlFor(path), {
      method,
      headers: {
        Accept: "application/json",
        "X-Attempt-Key": key,
        ...(body && { "Content-Type": raw ? body.type : "application/json" }),
      },
      body: raw ? body : body && JSON.stringify(body),
      cache: "no-store",
      ...(leaving ? { keepalive: true } : { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
    });
    const text = await response.text();
    if (response.ok) return (text ? JSON.parse(text) : undefined) as T;
    throw new ApiFailure(response.status, errorBody(text), retryAfterOf(response));
  } catch (error) {
    throw error instanceof ApiFailure ? error : new NetworkFailure(error);
  }
}

function errorBody(text: string): Partial<ApiError> {
  try {
    return JSON.parse(text) as Partial<ApiError>;
  } catch {
    // Ignore a proxy's HTML page: the message follows from the status alone.
    return {};
  }
}
