import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followStream } from "./event-stream";

const fetchMock = vi.fn<typeof fetch>();
const heard: string[] = [];
let stop: AbortController;

const follow = () =>
  followStream(
    {
      path: "/take-test/tok/events",
      auth: { attemptKey: "k" },
      onOpen: () => heard.push("open"),
      onEvent: ({ event, data }) => heard.push(`${event} ${data}`),
      onRefused: () => heard.push("refused"),
      onClose: () => heard.push("close"),
    },
    stop.signal,
  );
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  heard.length = 0;
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refusal = (status: number) =>
  new Response('{"code": "c", "detail": "No.", "request_id": "r"}', { status });

describe("the event stream of an attempt", () => {
  it("is authorised by the attempt key alone, and reconnects with the last id", async () => {
    const reply = async () => new Response('id: 7\nevent: message\ndata: {"text":"ä"}\n\nevent: cut');
    fetchMock.mockImplementationOnce(reply).mockImplementation(() => new Promise(() => undefined));
    void follow();
    await settle(1_500);
    expect(heard).toEqual(["open", 'message {"text":"ä"}', "close"]);
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(Array(2).fill("/api/take-test/tok/events"));
    const headers = new Headers(fetchMock.mock.calls[1]?.[1]?.headers);
    expect(Object.fromEntries(headers)).toEqual({
      accept: "text/event-stream",
      "last-event-id": "7",
      "x-attempt-key": "k",
      "x-call-id": expect.any(String),
    });
  });

  it("reports a refusal, and waits two minutes after it", async () => {
    fetchMock.mockImplementation(async () => refusal(404));
    void follow();
    await settle(119_000);
    expect(heard).toEqual(["refused", "close"]);
    await settle(2_000);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it("retries soon when the server has too many streams", async () => {
    fetchMock.mockImplementation(async () => refusal(429));
    void follow();
    await settle(5_000);
    expect(heard).not.toContain("refused");
    expect(fetchMock.mock.calls.length).toBeGreaterThan(1);
  });

  it("backs off when the server accepts connections but stays silent", async () => {
    fetchMock.mockImplementation(
      (_, init) => new Promise((_, fail) => init?.signal?.addEventListener("abort", () => fail(new Error()))),
    );
    void follow();
    await settle(59_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await settle(3_000);
    expect(fetchMock).toHaveBeenCalledTimes(2);
    stop.abort();
    await settle(600_000);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });
});
