import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentToken, storeToken } from "@/stores/session-token";
import { type LiveEvent, listen } from "./events";

const fetchMock = vi.fn<typeof fetch>();

/** A stream fed by the test; it ends when the client disconnects, like a socket. */
function stream(signal: AbortSignal | null | undefined) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (c) => {
      controller = c;
    },
  });
  signal?.addEventListener("abort", () => controller?.error(signal.reason));
  return {
    response: new Response(body, { status: 200 }),
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock);
  // Without Web Locks each tab holds its own stream, which is all that one process can test.
  vi.stubGlobal("navigator", {});
  fetchMock.mockReset();
  storeToken("t1");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("listen", () => {
  it("delivers events and requests a reload at the start", async () => {
    let feed: ReturnType<typeof stream> | undefined;
    fetchMock.mockImplementation(async (_, init) => {
      feed = stream(init?.signal);
      return feed.response;
    });
    const heard: LiveEvent[] = [];
    const leave = listen((event) => heard.push(event));
    await settle();
    feed?.send('id: b:1\nevent: invite.changed\ndata: {"invite_id":"7"}\n\n');
    await settle();
    leave();
    expect(heard).toEqual([
      { type: "reload", inviteId: undefined },
      { type: "invite.changed", inviteId: "7" },
    ]);
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get("Authorization")).toBe("Bearer t1");
    expect(fetchMock.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  it("reconnects with the last id and exponential backoff", async () => {
    let feed: ReturnType<typeof stream> | undefined;
    fetchMock.mockImplementationOnce(async (_, init) => {
      feed = stream(init?.signal);
      return feed.response;
    });
    fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
    const leave = listen(() => undefined);
    await settle();
    feed?.send("id: b:9\nevent: message\ndata: {}\n\n");
    await settle();
    feed?.end();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(new Headers(fetchMock.mock.calls[1]?.[1]?.headers).get("Last-Event-ID")).toBe("b:9");
    await vi.advanceTimersByTimeAsync(300_000);
    leave();
    // 2, 4, 8, 16 s and then 30 s apart, or half of it: far fewer than one a second.
    expect(fetchMock.mock.calls.length).toBeGreaterThan(8);
    expect(fetchMock.mock.calls.length).toBeLessThan(26);
  });

  it("respects Retry-After", async () => {
    fetchMock.mockResolvedValue(new Response("{}", { status: 429, headers: { "Retry-After": "40" } }));
    const leave = listen(() => undefined);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(fetchMock.mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    leave();
    expect(fetchMock.mock.calls.length).toBe(2);
  });

  it("drops a silent stream", async () => {
    fetchMock.mockImplementation(async (_, init) => stream(init?.signal).response);
    const leave = listen(() => undefined);
    await vi.advanceTimersByTimeAsync(65_000);
    leave();
    expect(fetchMock.mock.calls.length).toBe(2);
  });

  it("ends the session when the server refuses it", async () => {
    fetchMock.mockResolvedValue(
      new Response('{"code": "unauthorized", "detail": "Sign in.", "request_id": "r"}', { status: 401 }),
    );
    const leave = listen(() => undefined);
    await settle();
    leave();
    expect(currentToken()).toBeNull();
  });
});
