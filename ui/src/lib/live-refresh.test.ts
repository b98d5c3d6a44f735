import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import type { Readable } from "@/api/query";
import { refresh } from "./live-refresh";

/** A mounted list whose calls the test resolves. */
function list() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: "always" } } });
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["/invites", { status_filter: "all" }],
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
  it("refetches mounted queries, once", async () => {
    const { client, answer, calls } = list();
    await answer();
    const stale = new Map<Readable, number>([["/invites", 0]]);
    refresh(client, stale, 0);
    expect(calls()).toBe(2);
    expect(stale.size).toBe(0);
    refresh(client, stale, 0);
    expect(calls()).toBe(2);
  });

  it("waits for a fetch in flight, and then refetches", async () => {
    const { client, answer, calls } = list();
    const stale = new Map<Readable, number>([["/invites", 0]]);
    refresh(client, stale, 9_999);
    expect(calls()).toBe(1);
    expect([...stale.keys()]).toEqual(["/invites"]);
    await answer();
    refresh(client, stale, 9_999);
    expect(calls()).toBe(2);
    expect(stale.size).toBe(0);
  });

  it("abandons a hanging fetch", async () => {
    const { client, answer, calls } = list();
    await answer();
    refresh(client, new Map<Readable, number>([["/invites", 0]]), 0);
    expect(calls()).toBe(2);
    const stale = new Map<Readable, number>([["/invites", 0]]);
    refresh(client, stale, 10_000);
    expect(calls()).toBe(3);
    expect(stale.size).toBe(0);
  });
});
