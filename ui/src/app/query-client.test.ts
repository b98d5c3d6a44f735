import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryOf } from "@/api/query";
import { queryClient } from "./query-client";

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetchMock.mockReset());
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The error that a screen shows within this time, in ms. */
async function errorWithin(ms: number): Promise<Error | null> {
  const screen = new QueryObserver(queryClient, queryOf("/auth/me"));
  const leave = screen.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  leave();
  return screen.getCurrentResult().error;
}

it("reports a reply that does not end after its time limit, not after three of them", async () => {
  const begun = (out: ReadableStreamDefaultController) => out.enqueue(new TextEncoder().encode("{"));
  const headers = { "Content-Type": "application/json" };
  fetchMock.mockImplementation(async () => new Response(new ReadableStream({ start: begun }), { headers }));
  expect(await errorWithin(60_000)).toMatchObject({ name: "NetworkFailure", timedOut: true });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it("tries a server that is away twice more by itself", async () => {
  fetchMock.mockRejectedValue(new TypeError("refused"));
  expect(await errorWithin(10_000)).toMatchObject({ name: "NetworkFailure", timedOut: false });
  expect(fetchMock).toHaveBeenCalledTimes(3);
});
