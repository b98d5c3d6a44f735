// Ends that were meant: double clicks and held keys do not submit, added time is said, links of other and of ended tests.

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { submit, write } from "./support/take.ts";

const questions = ["a", "b"].map((id) => ({ id, type: "essay", question: `Question ${id}?`, points: 1 }));

test("nobody submits by a second click or a held key; what was is reopened; time that is added is said", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  const make = (title: string) => api.send<{ id: string }>("POST", "/tests", { title, duration_minutes: 30, questions });
  const first = await make("Rust");
  const second = await make("Go");
  const { id: invite, token } = await api.invite(first.id, "cara@example.org", "Cara Candidate");
  const { token: other } = await api.invite(second.id, "cara@example.org", "Cara Candidate");
  const submits: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/submit-test/")) submits.push(request.url());
  });
  await page.goto(`${server.url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await write(page, "one");
  await page.getByRole("button", { name: "Next" }).click();
  await write(page, "two");

  // Everything is answered: the second click falls on 'Submit Test', whatever the pause, and a row of clicks on its question.
  const submitButton = page.getByRole("main").getByRole("button", { name: "Submit Test" });
  const dialog = page.getByRole("dialog");
  for (const pause of [0, 200, 500, 700]) {
    await page.getByRole("button", { name: "Previous" }).click();
    const box = await page.getByRole("button", { name: "Next" }).boundingBox();
    if (!box) throw new Error("no button");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (let click = 0; click < 3; click++) {
      await page.mouse.click(x, y);
      await page.waitForTimeout(pause);
    }
    await expect(submitButton.or(dialog).first()).toBeVisible();
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Back to the test" }).click();
  }
  await expect(submitButton).toBeEnabled();
  await submitButton.focus();
  // Held: the browser repeats the key.
  for (let repeat = 0; repeat < 8; repeat++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  expect(submits).toEqual([]);
  if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Back to the test" }).click();

  // Time is added, and said where the clock is.
  const invites = await api.get<{ id: string; attempt_id?: string }[]>("/invites");
  const attempt = invites.find(({ id }) => id === invite)?.attempt_id ?? "";
  await api.send("POST", `/attempts/${attempt}/add-time`, { minutes: 10, reason: "fire alarm" });
  await expect(page.locator("[data-time-notice]")).toHaveText(/^Your test now ends at .+, 10 minutes later\.$/);
  expect(await axe(page)).toEqual([]);

  // Another own test cannot start beside it, and leads to it.
  const tab = await context.newPage();
  await tab.goto(`${server.url}/take-test/${other}`);
  await tab.getByRole("button", { name: "Start Test" }).click();
  const refused = tab.getByRole("dialog", { name: "Test Already In Progress" });
  await expect(refused.getByText(/Another of your tests is in progress: 'Rust'/)).toBeVisible();
  await expect(refused.getByRole("button", { name: "Ask to continue here" })).toHaveCount(0);
  await refused.getByRole("link", { name: "Continue “Rust”" }).click();
  await expect(tab.getByText("Question 2 of 2")).toBeVisible();
  await tab.close();

  await page.getByRole("button", { name: "Next" }).or(submitButton).first().dblclick();
  if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Back to the test" }).click();
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  expect(submits).toHaveLength(1);

  // The mailed link says so, and leads to the receipt.
  for (const path of [`/test-invite/${token}`, `/take-test/${token}`]) {
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { name: "You submitted this test" })).toBeVisible();
    await expect(page.getByText(/^You submitted it on/)).toBeVisible();
  }
  expect(await axe(page)).toEqual([]);
  await page.getByRole("link", { name: "See your receipt" }).click();
  await expect(page.getByRole("heading", { name: "What is kept about your test" })).toBeVisible();

  // It came within a minute after a double click.
  await api.send("POST", `/attempts/${attempt}/reopen`, { minutes: 10, reason: "a double click" });
  const { entries } = await api.get<{ entries: { kind: string; text: string }[] }>(`/attempts/${attempt}/timeline`);
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds.slice(kinds.indexOf("submit_confirmed"))).toEqual(["submit_confirmed", "double_click", "submitted", "reopened"]);
});
