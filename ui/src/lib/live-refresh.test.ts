import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { refresh } from "./live-refresh";

/** A list on the screen whose calls are answered when the test says so. */
function list() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: "always" } } });
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["invites", { status: "all" }],
    queryFn: () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length))),
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => undefined);
  const answer = async () => {
    answers.at(-1)?.();
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  };
  return { client, answer, calls: () => answers.length };
}

describe("the refresh after an event", () => {
  it("reads again what is on the screen, once", async () => {
    const { client, answer, calls } = list();
    await answer();
    const stale = new Map([["invites", 0]]);
    refresh(client, stale, 0);
    expect(calls()).toBe(2);
    expect(stale.size).toBe(0);
    refresh(client, stale, 0);
    expect(calls()).toBe(2);
  });

  it("waits for what is being read, and then reads again", async () => {
    const { client, answer, calls } = list();
    const stale = new Map([["invites", 0]]);
    refresh(client, stale, 9_999);
    expect(calls()).toBe(1);
    expect([...stale.keys()]).toEqual(["invites"]);
    await answer();
    refresh(client, stale, 9_999);
    expect(calls()).toBe(2);
    expect(stale.size).toBe(0);
  });

  it("gives up what hangs", async () => {
    const { client, answer, calls } = list();
    await answer();
    refresh(client, new Map([["invites", 0]]), 0);
    expect(calls()).toBe(2);
    const stale = new Map([["invites", 0]]);
    refresh(client, stale, 10_000);
    expect(calls()).toBe(3);
    expect(stale.size).toBe(0);
  });
});
