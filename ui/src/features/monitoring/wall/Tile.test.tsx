import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { monitored } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { IDLE } from "../video/link";
import { Tile } from "./Tile";

const STILL = "GET /api/attempts/{id}/still";
const NOW = Date.parse("2026-03-02T09:10:00Z");
const CONNECTED = { ...IDLE, phase: "connected" as const };

function open(row = monitored(), { width = 320, height = 235, link = CONNECTED } = {}) {
  const handlers = { onFocus: vi.fn(), onOpen: vi.fn() };
  const user = show(
    <Tile
      {...handlers}
      row={row}
      stream={null}
      link={link}
      now={NOW}
      width={width}
      height={height}
      focused={false}
      tabIndex={0}
    />,
  );
  return { user, ...handlers };
}

const tile = () => screen.getByRole("button");

beforeEach(() => {
  // The simulated browser has no object URLs.
  URL.createObjectURL = () => "blob:still";
  URL.revokeObjectURL = () => undefined;
});

describe("the tile of a candidate", () => {
  it("shows who it is, how far, how long, and the last save", async () => {
    open(monitored({ deadline: "2026-03-02T09:45:00Z", last_saved_at: "2026-03-02T09:09:48Z" }));
    expect(tile()).toHaveAccessibleName(
      /LIVE.*Noor Haddad.*Time left\s*0:35:00.*Question 2 of 3.*Backend engineer/,
    );
    expect(tile()).toHaveTextContent("Saved 12 s ago");
    expect(tile()).toHaveAttribute("aria-pressed", "false");
    await expectAccessible();
  });

  it("counts signals and flags", () => {
    open(monitored({ signal_count: 4, flag_count: 1 }));
    expect(tile()).toHaveTextContent("4 signals");
    expect(tile()).toHaveTextContent(/1 flag(?!s)/);
  });

  it("counts nothing otherwise", () => {
    open();
    expect(tile()).not.toHaveTextContent(/signals|flags/);
  });

  it("says what is wrong", () => {
    const video = {
      state: "offline",
      via: null,
      since: "2026-03-02T09:08:00Z",
      reason: "The camera was unplugged.",
    } as const;
    const camera = {
      state: "unplugged",
      reason: null,
      name: null,
      since: video.since,
      is_virtual: false,
    } as const;
    open(monitored({ video, camera }));
    expect(tile()).toHaveAccessibleName(/UNPLUGGED/);
    expect(tile()).not.toHaveAccessibleName(/OFFLINE/);
    expect(screen.getByText("The camera was unplugged.")).toBeVisible();
  });

  it("puts a request to go on elsewhere before everything else", () => {
    open(monitored({ resume_requested_at: "2026-03-02T09:09:00Z" }));
    expect(screen.getByText("Asks to continue on another device.")).toBeVisible();
  });

  it("says that the time is up", () => {
    open(monitored({ deadline: "2026-03-02T09:09:59Z" }));
    expect(tile()).toHaveAccessibleName(/The time is up\./);
  });

  it("keeps the name on a small wall", () => {
    open(monitored(), { width: 120, height: 88 });
    expect(tile()).toHaveTextContent("Noor Haddad");
    expect(tile()).not.toHaveTextContent("Question 2 of 3");
  });

  it("opens with a click, and with the keyboard", async () => {
    const { user, onFocus, onOpen } = open();
    await user.tab();
    expect(tile()).toHaveFocus();
    expect(onFocus).toHaveBeenCalledWith("i-1");
    await user.keyboard("{Enter}");
    await user.keyboard(" ");
    await user.click(tile());
    expect(onOpen.mock.calls).toEqual([["i-1"], ["i-1"], ["i-1"]]);
  });

  it("asks for stills of a candidate without video, and shows their age", async () => {
    server.reply(STILL, 200, undefined, () => ({
      "Content-Type": "image/jpeg",
      "X-Taken-At": "2026-03-02T09:09:30Z",
    }));
    open(monitored({ video: { state: "live", via: "stills", reason: null, since: "2026-03-02T09:00:00Z" } }));
    expect(await screen.findByText(/^Picture /)).toBeVisible();
    expect(server.lastCall(STILL).params).toEqual({ id: "at-1" });
  });

  it("keeps its words when there is no still", async () => {
    server.refuse(STILL, 404, { detail: "There is no picture." });
    open(monitored({ video: { state: "live", via: "stills", reason: null, since: "2026-03-02T09:00:00Z" } }));
    await waitFor(() => expect(server.calls(STILL)).toHaveLength(1));
    expect(screen.queryByText(/^Picture /)).not.toBeInTheDocument();
    expect(tile()).toHaveAccessibleName(/Noor Haddad/);
  });
});
