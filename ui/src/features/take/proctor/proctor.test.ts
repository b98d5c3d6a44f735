import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkFailure } from "@/api/errors";
import { type Message, MessageBox } from "./messages";
import { DEBOUNCE_MS, HEARTBEAT_INTERVAL_MS, type Here, Presence, RETRY_INTERVAL_MS } from "./presence";

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  kind: "message",
  text: `text ${id}`,
  sent_at: `2026-11-20T10:00:0${id}Z`,
  seen_at: null,
  ...more,
});

describe("messages from the proctor", () => {
  const list = vi.fn<() => Promise<Message[]>>();
  const seen = vi.fn<(id: string) => Promise<void>>();
  let box: MessageBox;
  beforeEach(() => {
    list.mockReset().mockResolvedValue([]);
    seen.mockReset().mockResolvedValue();
    box = new MessageBox({ list, seen }, () => Date.parse("2026-11-20T11:00:00Z"));
  });
  const all = () => box.store.getState().messages;

  it("show once, in order, whether pushed or polled", async () => {
    box.push({ name: "message", data: { invite_id: "i", ...message("2") } });
    box.push({ name: "message", data: { id: 7 } });
    box.push({ name: "video.changed", data: { ...message("9") } });
    list.mockResolvedValue([message("1"), message("2")]);
    await box.refresh();
    expect(all()).toEqual([message("1"), message("2")]);
  });

  it("stay when polling fails", async () => {
    box.push({ name: "message", data: { ...message("1") } });
    list.mockRejectedValue(new NetworkFailure());
    await box.refresh();
    expect(all()).toEqual([message("1")]);
  });

  it("are confirmed at once, and the confirmation is retried until the server has it", async () => {
    box.push({ name: "message", data: { ...message("1") } });
    seen.mockRejectedValueOnce(new NetworkFailure());
    const at = "2026-11-20T11:00:00.000Z";
    expect(await box.confirm("1")).toEqual(message("1", { seen_at: at }));
    list.mockResolvedValue([message("1")]);
    await box.refresh();
    expect(all()).toEqual([message("1", { seen_at: at })]);
    expect(seen).toHaveBeenCalledTimes(2);
    list.mockResolvedValue([message("1", { seen_at: at })]);
    await box.refresh();
    expect(seen).toHaveBeenCalledTimes(2);
  });

  it("that another tab confirmed are confirmed here", () => {
    box.push({ name: "message", data: { ...message("1") } });
    box.push({ name: "message", data: { ...message("1", { seen_at: "2026-11-20T11:00:00Z" }) } });
    expect(all()[0]?.seen_at).toBe("2026-11-20T11:00:00Z");
  });
});

describe("presence", () => {
  const post = vi.fn<(body: Here & { leaving?: boolean }, leaving: boolean) => Promise<unknown>>();
  let here: Here;
  let speaks: boolean;
  let presence: Presence;
  beforeEach(() => {
    vi.useFakeTimers();
    post.mockReset().mockResolvedValue(undefined);
    here = { question: 1, language: "en", camera: "on", visible: true };
    speaks = true;
    presence = new Presence({ here: () => ({ ...here }), post, speaks: () => speaks });
  });
  afterEach(() => {
    presence.stop();
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const bodies = () => post.mock.calls.map(([body]) => body);

  it("waits no longer than asked when the date is put back", async () => {
    post.mockRejectedValueOnce(new NetworkFailure(undefined, { status: 503, retryAfter: 2 }));
    await pass(10);
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(2 * HEARTBEAT_INTERVAL_MS);
    expect(post.mock.calls.length).toBeGreaterThan(1);
  });

  it("sends a heartbeat at once and every eight seconds, and sooner while the server is out of reach", async () => {
    post.mockRejectedValueOnce(new NetworkFailure());
    await pass(0);
    expect(bodies()).toEqual([here]);
    await pass(RETRY_INTERVAL_MS);
    expect(post).toHaveBeenCalledTimes(2);
    await pass(3 * HEARTBEAT_INTERVAL_MS);
    expect(post).toHaveBeenCalledTimes(5);
  });

  it("sends a heartbeat after a change, and none without one", async () => {
    await pass(0);
    presence.changed();
    await pass(DEBOUNCE_MS);
    expect(post).toHaveBeenCalledTimes(1);
    here.question = 2;
    presence.changed();
    await pass(DEBOUNCE_MS / 2);
    here.question = 3;
    presence.changed();
    await pass(DEBOUNCE_MS);
    expect(bodies().map(({ question }) => question)).toEqual([1, 3]);
  });

  it("sends from one of several tabs", async () => {
    speaks = false;
    await pass(3 * HEARTBEAT_INTERVAL_MS);
    expect(post).not.toHaveBeenCalled();
    presence.leave();
    expect(post).not.toHaveBeenCalled();
    speaks = true;
    presence.now();
    await pass(0);
    expect(post).toHaveBeenCalledTimes(1);
  });

  it("sends a last message when the page closes", async () => {
    await pass(0);
    presence.leave();
    await pass(3 * HEARTBEAT_INTERVAL_MS);
    expect(post).toHaveBeenCalledTimes(2);
    expect(post).toHaveBeenLastCalledWith({ ...here, leaving: true }, true);
  });
});
