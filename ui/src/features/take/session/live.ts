import { urlFor } from "@/api/client";
import { retryAfterOf } from "@/api/errors";
import { inOneTab } from "@/lib/leader";
import { retryWait } from "../journal/backoff";
import { pause } from "./pause";
import type { Pushed } from "./push";

export interface AttemptChanged {
  deadline?: string;
  submitted?: boolean;
}

export interface LiveDeps {
  onChange(change: AttemptChanged): void;
  /** Events were missed: reload everything. */
  onReload(): void;
  onPush(pushed: Pushed): void;
  onOpen(): void;
  onClose(): void;
}

/** Idle timeout in ms after which the stream is dead: the server sends a keep-alive at least every 25 s. */
const IDLE_TIMEOUT_MS = 60_000;
/** Retry interval in ms for a server without the stream. */
const NOT_OFFERED_RETRY_MS = 120_000;

/** Jitter in ms of the reconnect when the network comes back. */
const ONLINE_JITTER_MS = 1_000;
/** Lifetime in ms from which a stream was healthy, and the backoff is reset. */
const HEALTHY_AFTER_MS = 10_000;

/** Splits a text/event-stream into events (WHATWG HTML, 9.2.6); returns the incomplete rest. */
export function parseEvents(buffer: string, emit: (event: string, data: string) => void): string {
  const blocks = buffer.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  for (const block of blocks) {
    let event = "message";
    const data: string[] = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) event = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
    if (data.length > 0) emit(event, data.join("\n"));
  }
  return rest;
}

/**
 * Follows the attempt until `signal` aborts. Only one tab holds the stream: an origin has few connections
 * over HTTP/1.1, and saves need them.
 */
export async function followAttempt(
  token: string,
  key: string,
  signal: AbortSignal,
  deps: LiveDeps,
): Promise<void> {
  await inOneTab(`invigil-take:${token}`, signal, (term) => follow(token, key, term, deps));
}

async function follow(token: string, key: string, signal: AbortSignal, deps: LiveDeps): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    let opened: number | undefined;
    let asked: number | undefined;
    let refused = false;
    try {
      const response = await open(token, key, signal);
      if (response.ok && response.body) {
        opened = Date.now();
        deps.onOpen();
        await read(response.body, deps);
      }
      const { status } = response;
      asked = retryAfterOf(response);
      // 429: too many streams, or calls. Temporary, and no event was missed.
      refused = status >= 400 && status < 500 && status !== 429;
    } catch {
      // No reply, or a broken stream: reconnect below.
    }
    if (signal.aborted) return deps.onClose();
    // The attempt may have ended, or moved to another browser, before the stream existed.
    if (refused) deps.onReload();
    // A stream that the server closes at once is no success: keep backing off.
    failures = opened !== undefined && Date.now() - opened > HEALTHY_AFTER_MS ? 1 : failures + 1;
    const wait = retryWait(failures, asked === undefined ? undefined : asked * 1_000);
    deps.onClose();
    await pauseApart(refused ? Math.max(NOT_OFFERED_RETRY_MS, wait) : wait, signal);
  }
}

/** The response head. A server that accepts the connection but stays silent counts as unreachable. */
async function open(token: string, key: string, signal: AbortSignal): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), IDLE_TIMEOUT_MS);
  try {
    return await fetch(urlFor(`/take-test/${encodeURIComponent(token)}/events`), {
      headers: { Accept: "text/event-stream", "X-Attempt-Key": key },
      signal: AbortSignal.any([signal, late.signal]),
    });
  } finally {
    clearTimeout(timer);
  }
}

async function read(body: ReadableStream<Uint8Array>, deps: LiveDeps): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reader.cancel().catch(() => undefined), IDLE_TIMEOUT_MS);
  };
  try {
    for (watch(); ; watch()) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer = parseEvents(buffer + decoder.decode(value, { stream: true }), (event, data) => {
        if (event === "attempt.changed") deps.onChange(asChange(data));
        else if (event === "reload") deps.onReload();
        else if (event === "message" || event === "video.changed") {
          deps.onPush({ name: event, data: asRecord(data) });
        }
      });
    }
  } finally {
    clearTimeout(timer);
  }
}

function asRecord(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function asChange(data: string): AttemptChanged {
  const { deadline, submitted } = asRecord(data);
  return {
    ...(typeof deadline === "string" && { deadline }),
    ...(typeof submitted === "boolean" && { submitted }),
  };
}

/** `pause` with jitter: a network that returns does so for a whole room, which must not reconnect in one instant. */
async function pauseApart(ms: number, signal: AbortSignal): Promise<void> {
  const began = Date.now();
  await pause(ms, signal);
  const left = ms - (Date.now() - began);
  if (left > 0 && !signal.aborted) {
    await new Promise((done) => setTimeout(done, Math.random() * Math.min(left, ONLINE_JITTER_MS)));
  }
}
