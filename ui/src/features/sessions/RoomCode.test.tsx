import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { RoomCode } from "./RoomCode";

const CODE = "GET /api/sessions/{id}/room-code";

const shown = (code: string, lasts: number) => ({
  ...sampled("RoomCode"),
  code,
  server_time: new Date(Date.now()).toISOString(),
  changes_at: new Date(Date.now() + lasts).toISOString(),
});

afterEach(() => vi.useRealTimers());

describe("the code on the projector", () => {
  it("is asked for again after the network has failed", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.reply(CODE, 200, () => shown("111222", 1_000));
    show(<RoomCode session="s-1" title="Round one" place="Hall 2" onClose={() => undefined} />);
    expect(await screen.findByText("111 222")).toBeVisible();
    server.reply(CODE, 403, { code: "forbidden", detail: "Not now.", request_id: "r-1" });
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(await screen.findByRole("alert")).toHaveTextContent("Not now.");
    server.reply(CODE, 200, () => shown("333444", 30_000));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await screen.findByText("333 444")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is asked for again in time when the date of this computer is put back", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.reply(CODE, 200, () => shown("111222", 4_000));
    show(<RoomCode session="s-1" title="Round one" place="Hall 2" onClose={() => undefined} />);
    expect(await screen.findByText("111 222")).toBeVisible();
    vi.setSystemTime(Date.now() - 3_600_000);
    server.reply(CODE, 200, () => shown("333444", 30_000));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByText("333 444")).toBeVisible();
    expect(screen.getByText(/^Changes in \d\d? s$/)).toBeVisible();
  });
});
