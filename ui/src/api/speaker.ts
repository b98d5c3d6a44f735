/**
 * Whose word a reply is: the server's, or that of an intermediary, such as a filter, a proxy, a sign-in page of a network,
 * or a cache. What an intermediary says is no reply: it neither ends a test, nor signs a user out, nor confirms anything.
 */
export type Speaker = "server" | "between";

export interface Heard {
  /** 0 for a redirect that was not followed. */
  status: number;
  /** The API never redirects. */
  redirected: boolean;
  /** `Content-Type` of the reply, and what was asked for. */
  type: string;
  accept: string;
  /** The id that the call was sent with, and the one in the reply. */
  sent: string;
  returned: string | null;
  /** This server was heard to return ids, and nothing else vouches for the content of this reply. */
  must_return: boolean;
  /** The parsed body of a refusal; undefined if it is no JSON. */
  refusal?: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The server's envelope of every refusal. */
export function isEnvelope(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { code, detail, request_id } = body as Record<string, unknown>;
  return isText(code) && isText(request_id) && detail !== undefined;
}

/** Only an intermediary shows a page to a program. */
function fits(type: string, accept: string): boolean {
  // "image/*", or several kinds with commas.
  if (accept.startsWith("image/")) return accept.split(/, */).includes(type.replace(/\/.*/, "/*"));
  return accept === "*/*" || !/^(text\/html|application\/xhtml)/.test(type);
}

export function speakerOf(heard: Heard): Speaker {
  const { status, redirected, sent, returned, must_return, refusal } = heard;
  if (redirected || status < 200 || (status >= 300 && status < 400)) return "between";
  // The reply to another call, from a cache.
  if (returned !== null && returned !== sent) return "between";
  if (status >= 400) return isEnvelope(refusal) ? "server" : "between";
  if (status !== 204 && !fits(heard.type.trim().toLowerCase(), heard.accept)) return "between";
  return returned === null && must_return ? "between" : "server";
}
