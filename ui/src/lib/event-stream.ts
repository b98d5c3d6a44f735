import { ApiFailure, NetworkFailure } from "@/api/errors";
import { type Auth, transport } from "@/api/transport";
import { anySignal } from "./any-signal";
import { retryWait } from "./backoff";
import { pause } from "./pause";
import { type ServerEvent, SseParser } from "./sse";

/** Idle timeout in ms: the server's keep-alive comes every 25 s, so two missing ones mean a dead stream. */
const IDLE_TIMEOUT_MS = 60_000;
/** Retry interval in ms after a refusal, such as that of a server without the stream. */
const REFUSED_RETRY_MS = 120_000;
/** Jitter in ms of the reconnect when the network comes back. */
const ONLINE_JITTER_MS = 1_000;
/** Lifetime in ms from which a stream was healthy, and the backoff is reset. */
const HEALTHY_AFTER_MS = 10_000;

export interface StreamDeps {
  path: string;
  auth: Auth;
  onEvent(event: ServerEvent): void;
  /** Connected. Events since the last connection may have been missed. */
  onOpen(): void;
  /** The server refuses the stream, with the code. 429 is no refusal: too many streams, or calls, for now. */
  onRefused?(code: string): void;
  onClose?(): void;
  /** Cap of the backoff in ms. */
  maxBackoffMs?: number;
}

/** Reads an event stream until `signal` aborts, and reconnects. */
export async function followStream(deps: StreamDeps, signal: AbortSignal): Promise<void> {
  let lastId = "";
  for (let failures = 0; !signal.aborted; ) {
    const parser = new SseParser(lastId);
    const { lasted, failure } = await connect(deps, parser, signal);
    lastId = parser.lastId;
    const retryAfter =
      failure instanceof ApiFailure || failure instanceof NetworkFailure ? failure.retryAfter : undefined;
    const { status, code } = failure instanceof ApiFailure ? failure : { status: 0, code: "" };
    const refused = status >= 400 && status < 500 && status !== 429;
    if (refused && !signal.aborted) deps.onRefused?.(code);
    deps.onClose?.();
    // A stream that the server closes at once is no success: keep backing off.
    failures = lasted > HEALTHY_AFTER_MS ? 1 : failures + 1;
    const wait = retryWait(failures, retryAfter && retryAfter * 1_000, Math.random, deps.maxBackoffMs);
    await pauseApart(refused ? Math.max(REFUSED_RETRY_MS, wait) : wait, signal);
  }
}

/** Runs one connection until it ends; resolves to its lifetime in ms and the reason. */
async function connect(
  { path, auth, onOpen, onEvent }: StreamDeps,
  parser: SseParser,
  signal: AbortSignal,
): Promise<{ lasted: number; failure?: unknown }> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS);
  };
  let opened: number | undefined;
  const lifetime = () => (opened === undefined ? 0 : performance.now() - opened);
  heard();
  try {
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (parser.lastId) headers["Last-Event-ID"] = parser.lastId;
    const response = await transport("GET", path, {
      auth,
      headers,
      signal: anySignal([signal, silence.signal]),
    });
    opened = performance.now();
    onOpen();
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk?.value) return { lasted: lifetime() };
      heard();
      for (const event of parser.push(decoder.decode(chunk.value, { stream: true }))) onEvent(event);
    }
  } catch (failure) {
    return { lasted: lifetime(), failure };
  } finally {
    clearTimeout(timer);
  }
}

/** `pause` with jitter: a network that returns does so for a whole room, which must not reconnect in one instant. */
async function pauseApart(ms: number, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  await pause(ms, signal);
  const left = ms - (performance.now() - began);
  if (left > 0 && !signal.aborted) {
    await new Promise((done) => setTimeout(done, Math.random() * Math.min(left, ONLINE_JITTER_MS)));
  }
}
