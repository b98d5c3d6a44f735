import { currentToken, onTokenChange } from "@/stores/session-token";
import { followStream, type StreamDeps } from "./event-stream";
import { inOneTab } from "./leader";
import type { ServerEvent } from "./sse";
import { openBroadcast } from "./storage";

/** A server event; `reload` means that some events were missed. */
export interface LiveEvent {
  type: string;
  inviteId: string | undefined;
}
type Listener = (event: LiveEvent) => void;

/** Cap of the backoff in ms: all tabs of all administrators reconnect after a restart. */
const MAX_BACKOFF_MS = 30_000;
const NAME = "invigil-events";
const RELOAD: LiveEvent = { type: "reload", inviteId: undefined };

const listeners = new Set<Listener>();
let stop: (() => void) | null = null;

function pass(event: LiveEvent): void {
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

/**
 * One tab of the browser holds the stream for all of its tabs, because HTTP/1.1 allows six
 * connections per origin. Without Web Locks (plain http beyond localhost), each tab holds its own.
 */
function start(): () => void {
  const end = new AbortController();
  const channel = globalThis.navigator?.locks && openBroadcast(NAME);
  const publish = (event: LiveEvent) => {
    channel?.postMessage(event);
    pass(event);
  };
  if (channel) channel.onmessage = (message: MessageEvent<LiveEvent>) => pass(message.data);
  const stream: StreamDeps = {
    path: "/events",
    auth: "session",
    // Events between two connections were missed.
    onOpen: () => publish(RELOAD),
    onEvent: (event) => publish(toLive(event)),
    maxBackoffMs: MAX_BACKOFF_MS,
  };
  const follow = (signal: AbortSignal) => followStream(stream, signal);
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
