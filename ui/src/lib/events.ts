import { retryAfterOf } from "@/api/errors";
import { currentToken, expireSession, onTokenChange } from "@/stores/session-token";
import { inOneTab } from "./leader";
import { type ServerEvent, SseParser } from "./sse";
import { openBroadcast } from "./storage";

/** A server event; `reload` means that some events were missed. */
export interface LiveEvent {
  type: string;
  inviteId: string | undefined;
}
type Listener = (event: LiveEvent) => void;

/** Idle timeout in ms: the server's heartbeat comes every 25 s, so two missing ones mean a dead stream. */
const IDLE_TIMEOUT_MS = 60_000;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;
const NAME = "invigil-events";
const RELOAD: LiveEvent = { type: "reload", inviteId: undefined };

const listeners = new Set<Listener>();
let stop: (() => void) | null = null;

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

function toLive({ event, data }: ServerEvent): LiveEvent {
  try {
    const body: unknown = JSON.parse(data);
    const id = typeof body === "object" && body !== null && "invite_id" in body ? body.invite_id : undefined;
    return { type: event, inviteId: typeof id === "string" ? id : undefined };
  } catch {
    return { type: event, inviteId: undefined };
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });

/** Runs one connection until it ends; resolves to the server's Retry-After in seconds. */
async function connect(
  parser: SseParser,
  signal: AbortSignal,
  publish: Listener,
): Promise<number | undefined> {
  const token = currentToken();
  if (!token) return undefined;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS);
  try {
    const headers: Record<string, string> = { Accept: "text/event-stream", Authorization: `Bearer ${token}` };
    if (parser.lastId) headers["Last-Event-ID"] = parser.lastId;
    const response = await fetch("/api/events", {
      headers,
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) expireSession(token);
    if (!response.ok || !response.body) return retryAfterOf(response);
    // Events between two connections were missed.
    publish(RELOAD);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS);
      for (const event of parser.push(value)) publish(toLive(event));
    }
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function stream(signal: AbortSignal, publish: Listener): Promise<void> {
  let wait = BACKOFF_FIRST_MS;
  const parser = new SseParser();
  while (!signal.aborted) {
    const began = Date.now();
    const asked = (await connect(parser, signal, publish)) ?? 0;
    // A stream that lasted was healthy: reset the backoff.
    wait = Date.now() - began > BACKOFF_MAX_MS ? BACKOFF_FIRST_MS : Math.min(wait * 2, BACKOFF_MAX_MS);
    // Jitter, so that clients do not all reconnect to a restarted server at once.
    await pause(asked * 1_000 + wait * (0.5 + Math.random() / 2), signal);
  }
}

/**
 * One tab of the browser holds the stream for all of its tabs, because HTTP/1.1 allows six
 * connections per origin. Without Web Locks (plain http beyond localhost), each tab holds its own.
 */
function start(): () => void {
  const end = new AbortController();
  const channel = globalThis.navigator?.locks && openBroadcast(NAME);
  const publish = (event: LiveEvent) => {
    channel?.postMessage(event);
    tell(event);
  };
  if (channel) channel.onmessage = (message: MessageEvent<LiveEvent>) => tell(message.data);
  const follow = (signal: AbortSignal) => stream(signal, publish);
  void (channel ? inOneTab(NAME, end.signal, follow) : follow(end.signal));
  return () => {
    end.abort();
    channel?.close();
  };
}

function restart(): void {
  stop?.();
  stop = listeners.size > 0 && currentToken() ? start() : null;
}

onTokenChange(restart);

/** Subscribes to all events of this session; the stream is open while there are subscribers. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (!stop) restart();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) restart();
  };
}
