// Three days of work, each walked from the overview by one person: how many clicks and keys they need may only go down.

import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { forEach, Hand } from "./support/hand.ts";
import type { Server } from "./support/server.ts";

interface Invite {
  applicant_name: string;
  token: string;
  status: string;
  closes_at?: string | null;
}

const typed = (day: Date) =>
  [day.getMonth() + 1, day.getDate(), day.getFullYear()].map((part) => String(part).padStart(2, "0")).join("/");
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

const allInvites = (api: Api) => api.get<Invite[]>("/invites?limit=1000");

test("a recruiter's week: 200 people by Friday", async ({ page, server, mail }) => {
  const api = await Api.signIn(server);
  await api.createTest("Backend basics");
  await signIn(page, server);
  const hand = new Hand(page);

  // Monday: one list, open until Friday.
  await hand.click(page.getByRole("tab", { name: "Invites" }));
  await hand.click(page.getByRole("button", { name: "Bulk invite" }));
  const bulk = page.getByRole("dialog", { name: "Bulk invite" });
  await expect(bulk.getByLabel("People")).toBeFocused();
  const people = Array.from({ length: 200 }, (_, n) => `Person ${n}, person${n}@example.org`);
  await hand.paste(bulk.getByLabel("People"), people.join("\n"));
  await expect(bulk.getByText("200 people")).toBeVisible();
  await hand.click(bulk.getByRole("button", { name: "Next" }));
  await hand.choose(bulk.getByLabel("Test", { exact: true }), "Backend basics (30 minutes)");
  await hand.click(bulk.getByRole("radio", { name: /No schedule/ }));
  const friday = inDays(4);
  await hand.type(bulk.getByLabel("Closes on"), typed(friday));
  await hand.type(bulk.getByLabel("Closes at"), "18:00");
  await hand.click(bulk.getByRole("button", { name: "Send 200 Invites" }));
  await expect(bulk.getByText("200 invitations created")).toBeVisible();
  await hand.click(bulk.getByRole("button", { name: "Done" }));

  // Wednesday: 40 have started, 30 of them are done.
  const invites = await allInvites(api);
  expect(invites).toHaveLength(200);
  await forEach(invites.slice(0, 40), async ({ token }, index) => {
    await api.send("POST", `/start-test/${token}`);
    if (index < 30) await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "c0", answer: "2" }] });
  });
  await page.reload();
  const sent = page.getByRole("button", { name: "Sent 160" });
  await hand.click(sent);
  // Rows of another filter lose their selection with it.
  await expect(sent).toHaveAttribute("aria-pressed", "true");
  await hand.click(page.getByRole("checkbox", { name: "Select all in the list" }));
  await hand.click(page.getByRole("button", { name: "Select all 160 that match the filter" }));
  const bar = page.getByRole("region", { name: "Selected invitations" });
  await hand.click(bar.getByRole("button", { name: "Remind" }));
  await hand.click(page.getByRole("dialog", { name: "Remind: 160 invitations" }).getByRole("button", { name: "Remind" }));
  await expect(page.getByText("160 reminders queued")).toBeVisible();
  await mail.take(/You have not started/);

  // Friday: they get the weekend. The selection has outlived its action.
  await hand.click(bar.getByRole("button", { name: "Move end date" }));
  const extend = page.getByRole("dialog", { name: "Move end date: 160 invitations" });
  const monday = inDays(7);
  await hand.type(extend.getByLabel("Closes on"), typed(monday));
  await hand.click(extend.getByRole("button", { name: "Move end date" }));
  await expect(extend).toBeHidden();
  const after = await allInvites(api);
  const moved = after.filter(({ closes_at }) => closes_at && new Date(closes_at) > inDays(6));
  expect(moved).toHaveLength(160);
  expect(moved.every(({ status }) => status === "sent")).toBe(true);
  hand.expectAtMost("a recruiter's week", 17, 26);
});

interface Sitting {
  name: string;
  id: string;
  token: string;
  key: string;
}

/** A small picture of a camera. */
const picture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#4a6";
    context.fillRect(0, 0, 64, 48);
    const blob = await canvas.convertToBlob({ type: "image/jpeg" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });

/** What the candidate's page sends while it has no live video. */
async function report(server: Server, one: Sitting, camera: "on" | "denied", jpeg: Uint8Array<ArrayBuffer>): Promise<void> {
  const call = (method: string, path: string, type: string, body: BodyInit) =>
    fetch(`${server.url}/api/take-test/${one.token}/${path}`, {
      method,
      headers: { "X-Attempt-Key": one.key, "content-type": type, connection: "close" },
      body,
    });
  await call("POST", "presence", "application/json", JSON.stringify({ question: 1, camera, visible: true }));
  if (camera === "on") await call("PUT", "still", "image/jpeg", jpeg);
}

async function sitDown(server: Server, api: Api, test_id: string, n: number): Promise<Sitting> {
  const name = `Candidate ${n}`;
  const { id, token } = await api.invite(test_id, `c${n}@example.org`, name);
  const key = randomBytes(32).toString("base64url");
  await fetch(`${server.url}/api/start-test/${token}`, { method: "POST", headers: { "X-Attempt-Key": key, connection: "close" } });
  return { name, id, token, key };
}

test("a proctor's hour: one of 24 has trouble", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  await signIn(page, server);
  const jpeg = new Uint8Array(await picture(page));
  const room: Sitting[] = [];
  await forEach(Array.from({ length: 24 }), async (_, n) => room.push(await sitDown(server, api, test_id, n)));
  const troubled = room.find(({ name }) => name === "Candidate 17");
  if (!troubled) throw new Error("no candidate in trouble");
  let over = false;
  const beats = (async () => {
    while (!over) {
      await forEach(room, (one) => report(server, one, one === troubled ? "denied" : "on", jpeg));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    }
  })();

  await page.reload();
  const hand = new Hand(page);
  await hand.click(page.getByRole("link", { name: /1 candidate needs attention/ }));
  await hand.click(page.getByRole("button", { name: "Wall" }));
  await expect(page.getByText("24 tests running")).toBeVisible();
  await expect(page.getByText("1 needs attention")).toBeVisible();
  const tiles = page.getByRole("list", { name: "Live pictures" }).getByRole("button");
  await expect(tiles).toHaveCount(24);
  await expect(tiles.first(), "trouble stands first").toContainText(troubled.name);
  await hand.click(tiles.first());
  const focus = page.getByRole("region", { name: `Focus: ${troubled.name}` });
  await hand.click(focus.getByRole("button", { name: "Send Message" }));
  const message = page.getByRole("dialog", { name: "Send Message" });
  await hand.type(message.getByLabel("Message"), "Please turn your camera on.");
  await hand.click(message.getByRole("button", { name: "Send Message" }));
  await expect(message).toBeHidden();
  await hand.click(focus.getByRole("button", { name: "Add time" }));
  const time = page.getByRole("dialog", { name: "Add time" });
  await hand.type(time.getByLabel("Reason"), "Camera trouble");
  await hand.click(time.getByRole("button", { name: "Add time" }));
  await expect(time).toBeHidden();
  await hand.click(focus.getByRole("button", { name: "Seen" }));
  await expect(page.getByText(/needs? attention/)).toHaveCount(0);
  await hand.press("Escape");
  await expect(focus).toBeHidden();
  hand.expectAtMost("a proctor's hour", 9, 42);

  over = true;
  await beats;
  const rows = await api.get<{ invite_id: string; started_at: string; deadline: string }[]>("/admin/monitoring");
  const minutes = rows.map((row) => ({
    id: row.invite_id,
    given: Math.round((Date.parse(row.deadline) - Date.parse(row.started_at)) / 60_000),
  }));
  expect(minutes.filter(({ given }) => given === 40)).toEqual([{ id: troubled.id, given: 40 }]);
  // No viewer is left when the server stops.
  await page.goto(`${server.url}/admin`);
});

test("a manager's evening: 40 essays", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const questions = [{ id: "why", type: "essay", question: "Why did the queue grow?", points: 4 }];
  const body = { title: "Operations", description: "", duration_minutes: 30, questions };
  const { id } = await api.send<{ id: string }>("POST", "/tests", body);
  await api.createTest("Another test");
  await api.send("PUT", `/tests/${id}/rubrics/why`, {
    mode: "add",
    items: [
      { text: "Names the cause", points: 2 },
      { text: "Says how to find it", points: 2 },
    ],
    model_answer: "The consumer had stopped.",
    notes: "",
    snippets: [],
  });
  await forEach(Array.from({ length: 40 }), async (_, n) => {
    const { token } = await api.invite(id, `c${n}@example.org`, `Candidate ${n}`);
    await api.send("POST", `/start-test/${token}`);
    await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "why", answer: `The consumer stopped, part ${n}.` }] });
  });
  await signIn(page, server);
  const hand = new Hand(page);
  await hand.click(page.getByRole("link", { name: /40 submissions to score/ }));
  await hand.click(page.getByRole("button", { name: "By question" }));
  await hand.click(page.getByRole("button", { name: /Why did the queue grow/ }));
  for (let left = 40; left > 0; left--) {
    await expect(page.getByText(`${left} left`)).toBeVisible();
    // The count may fall before the answer leaves.
    await expect(page.getByText(`Answer ${41 - left} of 40`)).toBeVisible();
    // Every other one says how to find it; all name the cause.
    await hand.press("1");
    if (left % 2 === 0) await hand.press("2");
    await hand.press("ControlOrMeta+Enter");
  }
  await expect(page.getByText("40 left")).toHaveCount(0);
  await expect.poll(async () => (await api.get<{ submissions: unknown[] }>("/admin/scoring-queue")).submissions.length).toBe(0);
  hand.expectAtMost("a manager's evening", 3, 100);

  const { rows } = await api.get<{ rows: { score: number }[] }>(`/tests/${id}/ranking?size=100`);
  const scores = rows.map(({ score }) => score);
  expect([50, 100].map((wanted) => scores.filter((score) => score === wanted).length)).toEqual([20, 20]);
});
