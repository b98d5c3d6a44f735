import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { monitored } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import { WallView } from "./WallView";

const OPEN = "POST /api/webrtc/walls";
const CHANGE = "PUT /api/webrtc/walls/{session_id}";

/** A connection that offers nothing: what video does is proven in browsers. */
class NoConnection {
  connectionState = "new";
  close() {}
  getTransceivers() {
    return [];
  }
  async getStats() {
    return new Map();
  }
}

beforeEach(() => {
  vi.stubGlobal("RTCPeerConnection", NoConnection);
  // There is no layout: every element is as large as a window.
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  server.reply(OPEN, 201, { session_id: "w-1", ice_servers: [] });
  server.reply(CHANGE, 200, { type: "offer", sdp: null, mids: {}, cursor: 0 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const offline = {
  state: "offline",
  via: null,
  since: new Date(Date.now() - 60_000).toISOString(),
  reason: "The camera was unplugged.",
} as const;
const lost = { state: "lost", heard_at: offline.since } as const;
const three = [
  monitored({ invite_id: "i-1", attempt_id: "at-1", applicant_name: "Noor Haddad" }),
  monitored({ invite_id: "i-2", attempt_id: "at-2", applicant_name: "Ada Brandt" }),
  monitored({
    invite_id: "i-3",
    attempt_id: "at-3",
    applicant_name: "Li Wen",
    video: offline,
    connection: lost,
  }),
];

const open = (rows = three, at = "/monitoring") => show(<WallView rows={rows} />, { at });

const tiles = () => within(screen.getByRole("list", { name: "Live pictures" })).getAllByRole("button");
const tileOf = (name: string) =>
  within(screen.getByRole("list", { name: "Live pictures" })).getByRole("button", { name: new RegExp(name) });
const focusOf = (name: string) => screen.findByRole("region", { name: `Focus: ${name}` });

describe("the wall", () => {
  it("shows every running test, those with problems first", async () => {
    open([...three, monitored({ invite_id: "i-4", applicant_name: "Sam Ortiz", ready: false })]);
    expect(screen.getByText("3 tests running")).toBeVisible();
    expect(screen.getByText("1 needs attention")).toBeVisible();
    expect(screen.getByText("1 waiting to start")).toBeVisible();
    expect(tiles()).toHaveLength(3);
    expect(tiles()[0]).toHaveAccessibleName(/Li Wen/);
    expect(tiles()[0]).toHaveAccessibleName(/The camera was unplugged/);
    await expectAccessible();
  });

  it("sets those aside who are long offline", async () => {
    const since = "2026-03-02T09:08:00Z";
    const video = { ...offline, since };
    const connection = { state: "closed", heard_at: since } as const;
    const user = open([
      ...three,
      monitored({ invite_id: "i-5", applicant_name: "Uma Gone", video, connection }),
      // Works on without a camera.
      monitored({ invite_id: "i-6", applicant_name: "Lena Wolf", video }),
    ]);
    expect(tiles()).toHaveLength(4);
    expect(tileOf("Lena Wolf")).not.toHaveAccessibleName(/OFFLINE/);
    const strip = within(screen.getByRole("region", { name: "Offline for more than 5 minutes" }));
    await user.click(strip.getByRole("button", { name: /Uma Gone/ }));
    expect(await focusOf("Uma Gone")).toBeVisible();
  });

  it("forgets a problem that was seen, and puts it last", async () => {
    const user = open();
    await user.click(tileOf("Li Wen"));
    const focus = within(await focusOf("Li Wen"));
    await user.click(focus.getByRole("button", { name: "Seen" }));
    await waitFor(() =>
      expect(server.lastCall("POST /api/attempts/{id}/seen").params).toEqual({ id: "at-3" }),
    );
  });

  it("asks for the pictures of its page", async () => {
    open();
    await waitFor(() => expect(server.calls(CHANGE)).toHaveLength(1));
    expect(server.lastCall(CHANGE)).toMatchObject({
      params: { session_id: "w-1" },
      body: { invite_ids: ["i-3", "i-1", "i-2"], focus: null },
    });
  });

  it("says that nothing runs, and asks for nothing", () => {
    open([]);
    expect(screen.getByText("No tests in progress")).toBeVisible();
    expect(server.calls(OPEN)).toEqual([]);
  });

  it("enlarges a candidate on a click, also for the server and in the address", async () => {
    const user = open();
    await user.click(tileOf("Ada Brandt"));
    const focus = within(await focusOf("Ada Brandt"));
    expect(focus.getByText("Question 2 of 3")).toBeVisible();
    expect(tileOf("Ada Brandt")).toHaveAttribute("aria-pressed", "true");
    expect(address()).toBe("/monitoring?focus=i-2");
    await waitFor(() => expect(server.lastCall(CHANGE).body).toMatchObject({ focus: "i-2" }));
    await expectAccessible();
  });

  it("goes back to the candidate's picture when the enlarged one is closed", async () => {
    const user = open();
    await user.click(tileOf("Ada Brandt"));
    const focus = within(await focusOf("Ada Brandt"));
    await user.click(focus.getByRole("button", { name: "Back to the wall (Esc)" }));
    expect(screen.queryByRole("region", { name: /^Focus:/ })).not.toBeInTheDocument();
    expect(tileOf("Ada Brandt")).toHaveFocus();
  });

  it("is walked with arrows and letters; Enter enlarges, Escape leaves", async () => {
    const user = open();
    await user.keyboard("{ArrowRight}");
    expect(tiles()[1]).toHaveFocus();
    await user.keyboard("j");
    expect(tiles()[2]).toHaveFocus();
    await user.keyboard("k");
    expect(tiles()[1]).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(await focusOf("Noor Haddad")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: /^Focus:/ })).not.toBeInTheDocument();
    expect(tileOf("Noor Haddad")).toHaveFocus();
    expect(address()).toBe("/monitoring");
  });

  it("has one tab stop for all pictures", async () => {
    open();
    expect(tiles().map((tile) => tile.tabIndex)).toEqual([0, -1, -1]);
  });

  it("has pages when not all fit", async () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      monitored({ invite_id: `i-${i + 10}`, attempt_id: `at-${i}`, applicant_name: `Candidate ${i + 10}` }),
    );
    const user = open(many);
    expect(screen.getByText("Page 1 of 2")).toBeVisible();
    const shown = tiles().length;
    await user.keyboard("{PageDown}");
    expect(screen.getByText("Page 2 of 2")).toBeVisible();
    expect(tiles()).toHaveLength(30 - shown);
    expect(address()).toBe("/monitoring?page=2");
    expect(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Previous page" }));
    expect(screen.getByText("Page 1 of 2")).toBeVisible();
  });

  it("says nothing of a failure on a server without live video", async () => {
    server.refuse(OPEN, 409, { detail: "Live video is not available on this server.", code: "media_off" });
    open(three, "/monitoring?focus=i-2");
    expect(await focusOf("Ada Brandt")).toBeVisible();
    await waitFor(() => expect(tileOf("Noor Haddad")).toHaveTextContent(/Live video is not available/));
    expect(screen.queryByText(/Failed to/)).toBeNull();
    expect(server.calls(OPEN)).toHaveLength(1);
  });

  it("reports a failed connection and keeps the candidate in focus", async () => {
    server.refuse(OPEN, 503, { detail: "There are too many viewers." });
    open(three, "/monitoring?focus=i-2");
    await notice("Failed to initialize monitoring session");
    expect(await focusOf("Ada Brandt")).toBeVisible();
    expect(tileOf("Noor Haddad")).toHaveTextContent(/There are too many viewers\./);
    expect(address()).toBe("/monitoring?focus=i-2");
  });
});
