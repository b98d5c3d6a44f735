import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, show } from "@/test/page";
import { Queue } from "./Queue";

const QUEUE = "GET /api/admin/scoring-queue";
const PEOPLE = "GET /api/admin/list-admins";
const RITA = "0190b6f2-3a44-7c1e-9d5f-6b2a8c4e1f03";

const item = (name: string, pending_reviews = 1) => ({
  ...sampled("QueueItem"),
  submission_id: name,
  applicant_name: name,
  pending_reviews,
});

/** A site with an administrator and perhaps a reviewer. */
const people = (reviewers: string[]) =>
  server.reply(PEOPLE, 200, ({ query }) =>
    query.role === "reviewer"
      ? reviewers.map((full_name) => ({ ...sampled("User"), id: RITA, full_name }))
      : [{ ...sampled("User"), id: "0190b6f2-3a44-7c1e-9d5f-6b2a8c4e1f04", full_name: "Ada Admin" }],
  );

const shown = (at = "/") => show(<Queue onOpen={() => {}} />, { at });

describe("the scoring queue", () => {
  it("has no filter without reviewers", async () => {
    people([]);
    server.reply(QUEUE, 200, { submissions: [item("Cora")] });
    shown();
    await screen.findByText("1 submission");
    expect(screen.queryByLabelText("Assigned to")).toBeNull();
  });

  it("shows what is assigned to one person, by the URL", async () => {
    people(["Rita Reed"]);
    server.reply(QUEUE, 200, ({ query }) => ({
      submissions: query.reviewer === RITA ? [] : [item("Cora"), item("Dan")],
    }));
    const user = shown();
    await screen.findByText("2 submissions");
    await user.selectOptions(await screen.findByLabelText("Assigned to"), "Rita Reed");
    expect(await screen.findByText("Nothing is waiting for this person")).toBeVisible();
    expect(server.lastCall(QUEUE).query).toMatchObject({ reviewer: RITA });
    expect(address()).toBe(`/?reviewer=${RITA}`);
    await user.selectOptions(screen.getByLabelText("Assigned to"), "All");
    await waitFor(() => expect(address()).toBe("/"));
    await screen.findByText("2 submissions");
    await expectAccessible();
  });

  it("shows a second marker what has a first score for each answer", async () => {
    people(["Rita Reed"]);
    server.reply(QUEUE, 200, { submissions: [item("Cora", 0)] });
    shown(`/?reviewer=${RITA}`);
    expect(await screen.findByText(/second score pending/)).toBeVisible();
  });

  it("does not ask for what is no id", async () => {
    people(["Rita Reed"]);
    server.reply(QUEUE, 200, { submissions: [] });
    shown("/?reviewer=me");
    expect(await screen.findByText("All Caught Up!")).toBeVisible();
    expect(server.lastCall(QUEUE).query).not.toHaveProperty("reviewer");
  });
});
