import { urlFor } from "@/api/client";
import { inOneTab } from "@/lib/storage";
import { backoff } from "../journal/backoff";
import type { Pushed } from "./push";

export interface AttemptChanged {
  deadline?: string;
  submitted?: boolean;
}

interface LiveDeps {
  onChange(change: AttemptChanged): void;
  /** Something was missed: everything is to be asked for again. */
  onReload(): void;
  onPush(pushed: Pushed): void;
  onOpen(): void;
  onClose(): void;
}

/** The server sends something at least every 25 s; after this many milliseconds of silence the line is dead. */
const SILENCE = 60_000;
/** A server without the stream is asked again this much later, in milliseconds. */
const NOT_OFFERED = 120_000;

/** Splits a text/event-stream into events (WHATWG HTML, 9.2.6); returns what is left over of the last one. */
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
  await inOneTab(`invigil-take:${token}`, signal, () => follow(token, key, signal, deps));
}

async function follow(token: string, key: string, signal: AbortSignal, deps: LiveDeps): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    let wait: number;
    try {
      const response = await fetch(urlFor(`/take-test/${encodeURIComponent(token)}/events`), {
        headers: { Accept: "text/event-stream", "X-Attempt-Key": key },
        signal,
      });
      if (response.ok && response.body) {
        failures = 0;
        deps.onOpen();
        await read(response.body, deps);
      }
      const refused = response.status >= 400 && response.status < 500;
      // The attempt may have ended, or moved to another browser, before there was a stream to say so.
      if (refused) deps.onReload();
      wait = refused ? NOT_OFFERED : backoff(++failures);
    } catch {
      wait = backoff(++failures);
    }
    deps.onClose();
    await pause(wait, signal);
  }
}

async function read(body: ReadableStream<Uint8Array>, deps: LiveDeps): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE);
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

/** Waits, but no longer than until the browser says that the network is back or the caller gives up. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.("online", done);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}
