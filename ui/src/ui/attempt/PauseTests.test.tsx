import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { type Pausable, PauseTests } from "./PauseTests";

const PAUSE = "POST /api/sessions/{id}/pause";
const RESUME = "POST /api/sessions/{id}/resume";

const ADA = { invite_id: "i-1", applicant_name: "Ada Lovelace" };
const NOOR = { invite_id: "i-2", applicant_name: "Noor Haddad" };
const PAUSED = { invite_id: "i-3", applicant_name: "Max Weber", paused_since: "2026-03-02T09:00:00Z" };

const open = (whole: boolean, { running = [ADA, NOOR, PAUSED] as Pausable[], held = false } = {}) => {
  for (const call of [PAUSE, RESUME] as const)
    server.reply(call, 200, { ...sampled("SessionPauseReply"), changed: 1, refused: 0 });
  return show(<PauseTests session="s-1" running={running} whole={whole} held={held} />);
};

describe("pausing the tests of a session", () => {
  it("pauses everyone without naming them", async () => {
    const user = open(true);
    await user.click(screen.getByRole("button", { name: "Pause all" }));
    await expectAccessible();
    await user.click(screen.getAllByRole("button", { name: "Pause all" }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.lastCall(PAUSE).body).toEqual({ reason: "" }));
  });

  it("pauses those who are left in the list", async () => {
    const user = open(true);
    await user.click(screen.getByRole("button", { name: "Pause all" }));
    await user.click(screen.getByText("Choose people"));
    await user.click(screen.getByRole("checkbox", { name: "Ada Lovelace" }));
    await user.click(screen.getByRole("button", { name: "Pause 1 test" }));
    await waitFor(() => expect(server.lastCall(PAUSE).body).toEqual({ reason: "", invite_ids: ["i-2"] }));
  });

  it("names those who are shown, where others are not", async () => {
    const user = open(false);
    await user.click(screen.getByRole("button", { name: "Continue 1 test" }));
    await user.click(screen.getAllByRole("button", { name: "Continue 1 test" }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.lastCall(RESUME).body).toEqual({ reason: "", invite_ids: ["i-3"] }));
  });

  it("continues a session in which no paused test runs", async () => {
    const user = open(true, { running: [ADA], held: true });
    await user.click(screen.getByRole("button", { name: "Continue all" }));
    await user.click(screen.getAllByRole("button", { name: "Continue all" }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.lastCall(RESUME).body).toEqual({ reason: "" }));
  });
});
