import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure, NetworkFailure } from "@/api/client";
import { GATHER, SignalOutbox } from "./outbox";
import { memorySignalQueue } from "./signal-queue";
import type { NewSignal } from "./types";

const signal = (n: number): NewSignal => ({
  kind: "blur",
  at: new Date(1_772_438_400_000 + n).toISOString(),
});
const many = (count: number) => Array.from({ length: count }, (_, n) => signal(n));

describe("signal outbox", () => {
  const send = vi.fn<(signals: NewSignal[], leaving: boolean) => Promise<unknown>>();
  beforeEach(() => {
    vi.useFakeTimers();
    send.mockReset().mockResolvedValue({});
  });
  afterEach(() => void vi.useRealTimers());
  const sent = () => send.mock.calls.map(([batch]) => batch.length);

  it("sends in batches", async () => {
    const outbox = new SignalOutbox(send);
    outbox.add(many(150));
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(GATHER);
    await vi.advanceTimersByTimeAsync(GATHER);
    await vi.advanceTimersByTimeAsync(10 * GATHER);
    expect(sent()).toEqual([100, 50]);
  });

  it("retries without a reply, with signals added meanwhile", async () => {
    send.mockRejectedValueOnce(new NetworkFailure(new TypeError("gone")));
    const outbox = new SignalOutbox(send);
    outbox.add([signal(1)]);
    await vi.advanceTimersByTimeAsync(GATHER);
    outbox.add([signal(2)]);
    await vi.advanceTimersByTimeAsync(GATHER);
    expect(send.mock.calls[1]?.[0]).toEqual([signal(1), signal(2)]);
    await vi.advanceTimersByTimeAsync(10 * GATHER);
    expect(sent()).toEqual([1, 2]);
  });

  it("slows down on Retry-After, and delivers all", async () => {
    send.mockRejectedValue(new ApiFailure(429, { detail: "Slowly.", code: "too_many_requests" }, 20));
    const outbox = new SignalOutbox(send);
    outbox.add([signal(1)]);
    await vi.advanceTimersByTimeAsync(GATHER + 19_000);
    outbox.add([signal(2)]);
    expect(sent()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send.mock.calls.length).toBeLessThan(35);
    send.mockReset().mockResolvedValue({});
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent()).toEqual([2]);
  });

  it("drops signals that the server rejects", async () => {
    send.mockRejectedValueOnce(new ApiFailure(422, { detail: "No.", code: "invalid" }));
    const outbox = new SignalOutbox(send);
    outbox.add([signal(1)]);
    await vi.advanceTimersByTimeAsync(10 * GATHER);
    expect(sent()).toEqual([1]);
  });

  it("delivers the others where an intermediary refuses one", async () => {
    const queue = memorySignalQueue();
    const refused = new NetworkFailure(undefined, { status: 403, retryAfter: undefined });
    send.mockImplementation((batch) =>
      batch.some(({ at }) => at === signal(1).at) ? Promise.reject(refused) : Promise.resolve({}),
    );
    const outbox = new SignalOutbox(send, queue);
    outbox.add(many(4));
    await vi.advanceTimersByTimeAsync(100 * GATHER);
    expect(queue.read()).toEqual([signal(1)]);
    outbox.stop();
  });

  it("keeps the newest when the queue is full", async () => {
    const outbox = new SignalOutbox(send);
    outbox.add(many(1_200));
    await outbox.flush();
    expect(send.mock.calls[0]?.[0][0]).toEqual(signal(200));
    outbox.stop();
  });

  it("keeps unsent signals across page loads", async () => {
    const queue = memorySignalQueue();
    send.mockRejectedValueOnce(new NetworkFailure(new TypeError("gone")));
    const before = new SignalOutbox(send, queue);
    before.add([signal(1), signal(2)]);
    await before.flush(true);
    before.stop();
    await vi.advanceTimersByTimeAsync(10 * GATHER);
    expect(sent()).toEqual([2]);

    const after = new SignalOutbox(send, queue);
    after.add([signal(3)]);
    await vi.advanceTimersByTimeAsync(GATHER);
    expect(send.mock.calls[1]?.[0]).toEqual([signal(1), signal(2), signal(3)]);
    expect(queue.read()).toEqual([]);
  });

  it("loses none when another tab adds some while a batch is in flight", async () => {
    const queue = memorySignalQueue();
    let done = (): void => undefined;
    send.mockReturnValueOnce(new Promise<void>((resolve) => (done = resolve)));
    const outbox = new SignalOutbox(send, queue);
    outbox.add([signal(1)]);
    const flushed = outbox.flush();
    queue.write([...queue.read(), signal(2)]);
    done();
    await flushed;
    expect(queue.read()).toEqual([signal(2)]);
    outbox.stop();
  });

  it("sends at once when the page unloads", async () => {
    const outbox = new SignalOutbox(send);
    outbox.add([signal(1)]);
    await outbox.flush(true);
    expect(send).toHaveBeenCalledWith([signal(1)], true);
    outbox.stop();
  });
});
