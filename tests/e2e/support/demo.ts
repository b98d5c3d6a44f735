// The demo of the real binary: a company at work, with long names, texts and lists.

import type { Page } from "@playwright/test";
import { Api } from "./api.ts";
import { test as base, expect, signIn } from "./fixtures.ts";
import { Server } from "./server.ts";

export const DEMO = {
  admin: { email: "admin@demo.invigil", name: "Demo Admin", password: "demo-admin" },
  reviewer: { email: "reviewer@demo.invigil", name: "Demo Reviewer", password: "demo-reviewer" },
  applicant: { email: "applicant@demo.invigil", name: "Demo Applicant", password: "demo-applicant" },
};

export const test = base.extend({
  server: async ({}, use) => {
    const server = new Server();
    await server.start("--demo");
    await use(server);
    await server.dispose();
  },
});

/** Ids of what the demo's screens show. */
export interface Story {
  api: Api;
  /** The test with a question of every kind. */
  test: string;
  /** The test with the most results, and one of them. */
  taken: string;
  result: string;
  /** More results of it. */
  others: string[];
  /** A question of the bank. */
  banked: string;
  /** The test with results by section, second scores and a similar pair. */
  divided: string;
  /** A submission that waits for a review. */
  waiting: string;
  /** The invite of a running test. */
  running: string;
  /** The exam session whose people take their tests, and the one at whose entrance people wait. */
  hall: string;
  entrance: string;
}

interface Named {
  id: string;
  title: string;
}

interface Result {
  submission_id: string;
  test_title: string;
}

export async function storyOf(server: Server): Promise<Story> {
  const api = await Api.signIn(server, DEMO.admin.email, DEMO.admin.password);
  const tests = await api.get<Named[]>("/tests?limit=100");
  const { results } = await api.get<{ results: Result[] }>("/results?limit=50&page=1");
  const { submissions } = await api.get<{ submissions: Result[] }>("/admin/scoring-queue");
  const count = (title: string) => results.filter((one) => one.test_title === title).length;
  const [taken] = tests.toSorted((a, b) => count(b.title) - count(a.title));
  const running = async () => {
    const rows = await api.get<{ invite_id: string; started_at: string | null }[]>("/admin/monitoring");
    return rows.find(({ started_at }) => started_at)?.invite_id ?? "";
  };
  await expect.poll(running).not.toBe("");
  const of = results.filter(({ test_title }) => test_title === taken?.title);
  const sessions = await api.get<(Named & { waiting_room: boolean })[]>("/sessions");
  const bank = await api.get<{ id: string }[]>("/questions?state=ready&tag=sql&limit=1");
  return {
    api,
    test: tests.find(({ title }) => title.startsWith("Backend engineer: first"))?.id ?? "",
    taken: taken?.id ?? "",
    result: of[0]?.submission_id ?? "",
    others: of.slice(1, 4).map(({ submission_id }) => submission_id),
    banked: bank[0]?.id ?? "",
    divided: tests.find(({ title }) => title.startsWith("Fundamentals"))?.id ?? "",
    waiting: submissions[0]?.submission_id ?? "",
    running: await running(),
    hall: sessions.find(({ waiting_room }) => !waiting_room)?.id ?? "",
    entrance: sessions.find(({ waiting_room }) => waiting_room)?.id ?? "",
  };
}

/** Everything that a screen loads is there. */
export async function isLoaded(page: Page): Promise<void> {
  // Before the first of it is drawn, nothing is being loaded either.
  await expect(page.locator("main").filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(".shimmer, .animate-spin").filter({ visible: true })).toHaveCount(0);
}

export { expect, signIn };
