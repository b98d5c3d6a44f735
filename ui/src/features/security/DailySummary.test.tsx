import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { DailySummary } from "./DailySummary";

const READ = "GET /api/auth/daily-summary";
const SET = "PUT /api/auth/daily-summary";
const OFF = { hour: null, time_zone: "", next_at: null, version: 7 };
const MORNING = { hour: 8, time_zone: "UTC", next_at: "2026-11-28T08:00:00.000Z", version: 8 };

describe("the daily summary", () => {
  it("is chosen in the viewer's zone, and switched off", async () => {
    server.reply(READ, 200, OFF);
    server.reply(SET, 200, MORNING);
    const user = show(<DailySummary />);
    const time = await screen.findByLabelText("Time of the email");
    expect(await screen.findByDisplayValue("No summary")).toBeVisible();
    await expectAccessible();
    server.reply(READ, 200, MORNING);
    await user.selectOptions(time, "08:00");
    await notice("Summary saved");
    expect(server.lastCall(SET).body).toMatchObject({ hour: 8, time_zone: expect.any(String), version: 7 });
    expect(await screen.findByDisplayValue("08:00")).toBeVisible();
    await user.selectOptions(time, "No summary");
    expect(server.lastCall(SET).body).toEqual({ hour: null, version: 8 });
  });

  it("says why it is not saved, and keeps what is stored", async () => {
    server.reply(READ, 200, OFF);
    server.refuse(SET, 422, { code: "invalid", detail: "The summary is for accounts of staff." });
    const user = show(<DailySummary />);
    const time = await screen.findByLabelText("Time of the email");
    await waitFor(() => expect(time).toBeEnabled());
    await user.selectOptions(time, "08:00");
    expect(await screen.findByText(/^Failed to save the summary: ./)).toBeInTheDocument();
    expect(await screen.findByDisplayValue("No summary")).toBeVisible();
  });

  it("shows what another tab has chosen instead of replacing it", async () => {
    server.reply(READ, 200, OFF);
    const detail = "Ada Admin has changed the daily summary in the meantime.";
    server.refuse(SET, 409, { code: "changed_meanwhile", detail });
    const user = show(<DailySummary />);
    const time = await screen.findByLabelText("Time of the email");
    await waitFor(() => expect(time).toBeEnabled());
    server.reply(READ, 200, MORNING);
    await user.selectOptions(time, "10:00");
    expect(await screen.findByText(/Ada Admin has changed the daily summary/)).toBeInTheDocument();
    expect(await screen.findByDisplayValue("08:00")).toBeVisible();
  });
});
