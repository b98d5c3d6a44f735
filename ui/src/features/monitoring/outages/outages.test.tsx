import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { amounts, secondsOf } from "./amounts";
import { canBeReopened, gap, needsReview, outageWords } from "./labels";
import { OutageStrip } from "./OutageStrip";
import type { Outage, OutageAttempt } from "./wire";

const attempt = (changes: Partial<OutageAttempt> = {}): OutageAttempt => ({
  attempt_id: "a-1",
  invite_id: "i-1",
  applicant_name: "Grace Hopper",
  test_title: "Compilers",
  lost_seconds: 250,
  back: true,
  typed_on: false,
  entries: 0,
  proposed_seconds: 250,
  given_seconds: null,
  status: "running",
  deadline: "2026-11-20T16:00:00Z",
  ...changes,
});
const TYPED_ON = attempt({
  attempt_id: "a-2",
  applicant_name: "Alan Turing",
  typed_on: true,
  entries: 12,
  proposed_seconds: 0,
});
const OVER = attempt({ attempt_id: "a-3", applicant_name: "Barbara Liskov", status: "reopenable" });

const outage = (changes: Partial<Outage> = {}): Outage => ({
  id: "o-1",
  version: 3,
  kind: "hall",
  from: "2026-11-20T14:00:00Z",
  to: "2026-11-20T14:04:10Z",
  duration_seconds: 250,
  affected: 3,
  typed_on: 1,
  stood_still: 2,
  proposed_seconds: 250,
  state: "open",
  settled_by: null,
  settled_at: null,
  reason: null,
  attempts: [TYPED_ON, attempt(), OVER],
  ...changes,
});

describe("the words of an outage", () => {
  it("name what happened and what is proposed", () => {
    expect(outageWords(outage({ affected: 40, typed_on: 37, stood_still: 3 }))).toBe(
      "The connection was lost for 4:10. 37 of 40 kept working; 3 were held up: give each 4:10 back.",
    );
    expect(outageWords(outage({ kind: "server", typed_on: 0, stood_still: 3 }))).toBe(
      "The server was unavailable for 4:10. All 3 were held up: give each 4:10 back.",
    );
    expect(
      outageWords(
        outage({ kind: "single", affected: 1, typed_on: 0, stood_still: 1, attempts: [attempt()] }),
      ),
    ).toBe("The connection of Grace Hopper was lost for 4:10. One candidate was held up: give 4:10 back.");
    expect(outageWords(outage({ typed_on: 3, stood_still: 0, proposed_seconds: 0 }))).toBe(
      "The connection was lost for 4:10. All 3 kept working.",
    );
    expect([gap(9), gap(3850)]).toEqual(["0:09", "1:04:10"]);
  });

  it("ask only while there is a candidate who may be owed time", () => {
    expect(needsReview(outage())).toBe(true);
    expect(needsReview(outage({ state: "dismissed" }))).toBe(false);
    expect(needsReview(outage({ proposed_seconds: 0 }))).toBe(false);
    const ended = attempt({ attempt_id: "a-4", status: "ended" });
    const over = (...attempts: OutageAttempt[]) =>
      outage({
        kind: "single",
        affected: attempts.length,
        typed_on: 0,
        stood_still: attempts.length,
        attempts,
      });
    expect([needsReview(over(ended)), canBeReopened(over(ended))], "all have ended").toEqual([false, false]);
    expect(outageWords(over(ended))).not.toContain("give");
    expect([needsReview(over(OVER)), canBeReopened(over(OVER))]).toEqual([false, true]);
    expect(outageWords(over(OVER))).toContain("The test has ended by time; it can be reopened.");
  });

  it("offer nothing that cannot be given", async () => {
    server.reply("GET /api/admin/outages", 200, [outage({ attempts: [OVER] })]);
    const user = show(<OutageStrip />);
    await user.click(await screen.findByRole("button", { name: "Review…" }));
    expect(await screen.findByText(/no time can be given back/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Give back" })).toBeNull();
    expect(screen.getByRole("button", { name: "Reopen…" })).toBeVisible();
  });

  it("do not appear on the wall for what has ended", async () => {
    server.reply("GET /api/admin/outages", 200, [outage({ id: "o-2", attempts: [OVER] }), outage()]);
    show(<OutageStrip wide />);
    expect(await screen.findAllByRole("button", { name: "Review…" })).toHaveLength(1);
  });
});

describe("who typed on while the time ran out", () => {
  const late = { ...TYPED_ON, deadline: "2026-11-20T14:02:00Z" };
  const all = outage({
    kind: "server",
    affected: 1,
    typed_on: 1,
    stood_still: 0,
    proposed_seconds: 0,
    attempts: [late],
  });

  it("waits for a proctor, though no time is proposed", () => {
    expect(needsReview(all)).toBe(true);
    expect(outageWords(all)).toBe(
      "The server was unavailable for 4:10. The candidate kept working. 1 who kept working ran out of time: what they typed counts if you give time.",
    );
    const ended = { ...all, attempts: [{ ...late, status: "reopenable" as const }] };
    expect([needsReview(ended), needsReview({ ...all, attempts: [TYPED_ON] })]).toEqual([false, false]);
    expect(needsReview({ ...all, attempts: [{ ...late, given_seconds: 60 }] })).toBe(false);
  });

  it("is reported to the proctor", async () => {
    server.reply("GET /api/admin/outages", 200, [all]);
    const user = show(<OutageStrip />);
    await user.click(await screen.findByRole("button", { name: "Review…" }));
    expect(
      screen.getByText(/^The time ran out meanwhile\. What was typed counts if you give time/),
    ).toBeVisible();
    expect(screen.getByLabelText("Seconds for Alan Turing")).toHaveValue(0);
  });
});

describe("the seconds to give", () => {
  it("are the proposal until they are changed, for who is still taking the test", () => {
    expect(amounts(outage(), {})).toEqual([{ attempt_id: "a-1", seconds: 250 }]);
    expect(amounts(outage(), { "a-1": "0", "a-2": "60" })).toEqual([{ attempt_id: "a-2", seconds: 60 }]);
    expect(amounts(outage(), { "a-1": "" })).toBeUndefined();
    expect(secondsOf(attempt(), { "a-1": "28801" })).toBeUndefined();
    expect(amounts(outage({ attempts: [attempt({ given_seconds: 250 })] }), {})).toEqual([]);
  });
});

describe("the strip of outages", () => {
  const review = async () => {
    const user = show(<OutageStrip />);
    await user.click(await screen.findByRole("button", { name: "Review…" }));
    return user;
  };

  it("gives lost time back, as changed, with a reason", async () => {
    server.reply("GET /api/admin/outages", 200, [outage()]);
    server.reply("POST /api/admin/outages/{id}/give-back", 200, {
      outage: outage({ state: "given" }),
      rows: [{ attempt_id: "a-1", outcome: "given", seconds: 300 }],
    });
    const user = await review();
    const seconds = screen.getByLabelText("Seconds for Grace Hopper");
    expect(seconds).toHaveValue(250);
    await user.clear(seconds);
    await user.type(seconds, "300");
    expect(screen.getByText(/kept working, 12 changes/)).toBeVisible();
    expect(screen.queryByLabelText("Seconds for Barbara Liskov")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Give back" }));
    expect(screen.getByText("Please give a reason")).toBeVisible();
    await expectAccessible();
    await user.type(screen.getByLabelText(/^Reason/), "Router of the hall");
    await user.click(screen.getByRole("button", { name: "Give back" }));
    await notice("Time given back to 1 candidate");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.lastCall("POST /api/admin/outages/{id}/give-back").body).toEqual({
      version: 3,
      reason: "Router of the hall",
      attempts: [{ attempt_id: "a-1", seconds: 300 }],
    });
  });

  it("shows what another proctor did meanwhile, and keeps what was typed", async () => {
    server.reply("GET /api/admin/outages", 200, [outage()]);
    server.refuse("POST /api/admin/outages/{id}/give-back", 409, {
      detail: "This was changed meanwhile.",
      code: "changed_meanwhile",
      by: "Ada",
      at: "2026-11-20T14:10:00Z",
    });
    const user = await review();
    await user.type(screen.getByLabelText(/^Reason/), "Router");
    const settled = { settled_by: "Ada", settled_at: "2026-11-20T14:10:00Z", reason: "All had a break" };
    server.reply("GET /api/admin/outages", 200, [outage({ version: 4, state: "dismissed", ...settled })]);
    await user.click(screen.getByRole("button", { name: "Give back" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(await dialog.findByText(/changed this/)).toHaveTextContent("Ada");
    expect(await dialog.findByText(/Your own changes were not made/)).toBeVisible();
    expect(await dialog.findByText(/^Dismissed by Ada.*All had a break$/)).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Give back" })).toBeNull();
  });

  it("dismisses, and reopens what the clock has ended", async () => {
    server.reply("GET /api/admin/outages", 200, [outage()]);
    server.reply("POST /api/admin/outages/{id}/dismiss", 200, outage({ state: "dismissed" }));
    const user = await review();
    await user.click(screen.getByRole("button", { name: "Reopen…" }));
    expect(screen.getByLabelText(/^Minutes from now/)).toHaveValue(5);
    await user.click(within(screen.getByRole("dialog", { name: "Reopen the test" })).getByText("Cancel"));
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await notice("Dismissed: no time is given back");
  });

  it("is not there without a proposal", async () => {
    server.reply("GET /api/admin/outages", 200, [outage({ state: "given" })]);
    show(<OutageStrip />);
    expect(screen.queryByRole("button")).toBeNull();
    await expectAccessible();
  });
});
