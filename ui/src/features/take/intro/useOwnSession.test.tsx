import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { useOwnSession } from "./useOwnSession";

const SESSION = "GET /api/take-test/{token}/session";
/** Far below the five minutes that the computer slept, far above the time that this test takes. */
const SLEPT_MS = 200_000;

it("follows the server's clock after the computer has slept, whose own clock stood still", async () => {
  const times = ["2026-11-20T09:00:00Z", "2026-11-20T09:05:00Z"];
  let asked = 0;
  server.reply(SESSION, 200, async () => {
    const server_time = times[Math.min(asked, 1)] ?? "";
    asked += 1;
    // The first reply is the quickest.
    if (asked > 1) await new Promise((done) => setTimeout(done, 100));
    return { ...sampled("OwnSession"), server_time };
  });
  const { result } = renderHook(() => useOwnSession("t-1"));
  await waitFor(() => expect(result.current.seen).toBeDefined());
  const before = result.current.seen?.offset ?? 0;
  act(() => result.current.look());
  await waitFor(() => expect((result.current.seen?.offset ?? 0) - before).toBeGreaterThan(SLEPT_MS));
});
