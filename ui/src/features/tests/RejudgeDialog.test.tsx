import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { RejudgeDialog, rejudgeWords } from "./RejudgeDialog";

const none = { judged: 0, waiting: 0, failed: 0, outdated: 0, kept: 0, dry_run_percent: null, dry_run: null };
const moves = { up: 2, down: 0, unchanged: 1, crossing: 1, told: 0, decided: 0 };
const PREVIEW = "POST /api/tests/{id}/rejudge/preview";
const DRY_RUN = "POST /api/tests/{id}/rejudge/dry-run";

describe("judging the code of a test again", () => {
  it("says beforehand what it does", async () => {
    server.reply(PREVIEW, 200, { ...none, judged: 3, waiting: 1, outdated: 2 });
    server.reply("POST /api/tests/{id}/rejudge", 200, { answers: 3 });
    const user = show(<RejudgeDialog test={sampled("Test")} open onOpen={() => undefined} />);
    expect(await screen.findByText(/run on 4 submitted answers. 2 answers had other tests/)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Judge again" }));
    expect(await screen.findByText("3 answers will be judged again")).toBeInTheDocument();
  });

  it("shows whose score a dry run would change", async () => {
    server.reply(PREVIEW, 200, { ...none, judged: 3 });
    const user = show(<RejudgeDialog test={sampled("Test")} open onOpen={() => undefined} />);
    const start = await screen.findByRole("button", { name: "Dry run" });
    server.reply(DRY_RUN, 202, { ...none, judged: 3, dry_run_percent: 0 });
    server.reply(PREVIEW, 200, { ...none, judged: 3, dry_run_percent: 33 });
    await user.click(start);
    expect(await screen.findByText(/Dry run: 33 %/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Stop the dry run" })).toBeVisible();
    server.reply("GET /api/jobs", 200, [
      {
        ...sampled("Job"),
        kind: "dry_run",
        state: "running",
        test_id: sampled("Test").id,
        done: 1,
        total: 3,
      },
    ]);
    expect(await screen.findByText(/^1 of 3/, {}, { timeout: 3_000 }), "as all long work").toBeVisible();
    server.reply("GET /api/jobs", 200, []);
    const dry_run = { at: "2026-03-01T09:00:00Z", answers: 3, no_verdict: 1, submissions: moves };
    server.reply(PREVIEW, 200, { ...none, judged: 3, dry_run });
    const found = await screen.findByText(/3 answers: 2 go up, 0 down, 1 stay/, {}, { timeout: 3_000 });
    expect(found).toHaveTextContent("1 answer had no verdict");
    expect(found).toHaveTextContent("1 crosses the pass mark.");
  });

  it("shows how far it is, also after a reload", async () => {
    const test = sampled("Test");
    server.reply(PREVIEW, 200, { ...none, judged: 1, waiting: 2 });
    server.reply("GET /api/jobs", 200, [
      { ...sampled("Job"), kind: "rejudge", state: "running", test_id: test.id, done: 1, total: 3 },
    ]);
    show(<RejudgeDialog test={test} open onOpen={() => undefined} />);
    expect(await screen.findByRole("progressbar", { name: "Code is judged again" })).toBeVisible();
    expect(screen.getByText(/^1 of 3/)).toBeVisible();
    expect(screen.getByText("It goes on if you leave this page.")).toBeVisible();
  });

  it("says that there is nothing to judge, and what keeps its tests", () => {
    expect(rejudgeWords(none)).toBe("No code has been submitted to this test yet.");
    expect(rejudgeWords({ ...none, judged: 2, kept: 1 })).toContain("1 answer keeps its old tests");
  });
});
