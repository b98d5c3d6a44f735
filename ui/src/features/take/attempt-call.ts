import { urlFor } from "@/api/client";
import { ApiFailure, NetworkFailure, retryAfterOf } from "@/api/errors";
import type { ApiError } from "@/api/types";
import { keepaliveWorks } from "./journal/unload";

/** Who calls: the link's token and the key of the attempt. */
export interface Holder {
  token: string;
  key: string;
}

interface CallOptions {
  /** Sent as JSON, or as it is. */
  body?: object | Blob;
  /** The page may be gone before the answer comes. */
  leaving?: boolean;
}

/** A call that neither answers nor breaks counts as broken after this many milliseconds. */
const PATIENCE = 10_000;

/**
 * A call of the candidate's page with the attempt key alone: where an account is signed in too, the
 * calls that both sides share must not take it for that account's.
 */
export async function attemptCall<T>(
  { key }: Holder,
  method: "GET" | "POST" | "PUT",
  path: string,
  { body, leaving = false }: CallOptions = {},
): Promise<T> {
  const raw = body instanceof Blob;
  if (leaving && method === "POST" && !keepaliveWorks()) {
    // A beacon carries no header.
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
      ...(leaving ? { keepalive: true } : { signal: AbortSignal.timeout(PATIENCE) }),
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
    // A proxy's page is not for people: the status alone decides the words.
    return {};
  }
}
