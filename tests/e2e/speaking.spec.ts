// Announcements to an exam session, and a question that a candidate asks (docs/behaviour/sessions.md#announcements).

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

test("a session is told something, and a candidate's question is answered", async ({ page, server, context }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const session = await api.send<{ id: string }>("POST", "/sessions", { title: "Morning round", starts_at });
  await api.send("PUT", `/sessions/${session.id}/people`, { add: [invite.id] });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();

  const admin = await context.newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/admin/sessions/${session.id}`);
  await admin.getByRole("button", { name: "Announce..." }).click();
  await admin.getByLabel("Text").fill("The hall closes at six.");
  await admin.getByRole("button", { name: "Announce", exact: true }).click();
  await expect(admin.getByText("Not confirmed by 1")).toBeVisible();

  await page.bringToFront();
  const card = page.getByRole("region", { name: "Announcement" });
  await expect(card).toContainText("The hall closes at six.");
  // It lies beside the question or above it, never over it.
  for (const width of [390, 1440, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    const isApart = async () => {
      const [over, question] = [await card.boundingBox(), await page.locator(".take-card").boundingBox()];
      return over && question && (over.x >= question.x + question.width || over.y + over.height <= question.y);
    };
    await expect.poll(isApart, { message: `${width} px` }).toBe(true);
  }
  await card.getByRole("button", { name: "Got it" }).click();
  await expect(card).toBeHidden();
  // The question stays in view, and the answer where it was.
  await expect(page.getByRole("radio", { name: "2", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Ask the proctor" }).click();
  const field = page.getByRole("textbox", { name: "Your question" });
  await field.fill("May I use a calculator?");
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByText("waits for an answer")).toBeVisible();
  await expect(field).toHaveValue("");
  expect(await axe(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath("asked.png") });

  await admin.bringToFront();
  await expect(admin.getByText("1 person has confirmed it")).toBeVisible();
  const queue = admin.getByRole("list", { name: "Questions of candidates" });
  await queue.getByRole("button", { name: "Answer" }).click();
  await queue.getByLabel("Answer", { exact: true }).fill("Yes, the one on the desk.");
  expect(await axe(admin)).toEqual([]);
  for (const width of [390, 1280, 1440]) {
    await admin.setViewportSize({ width, height: 900 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} px`).toBe(true);
    await admin.screenshot({ path: test.info().outputPath(`session-${width}.png`), fullPage: true });
  }
  await queue.getByRole("button", { name: "Send answer" }).click();
  await expect(queue.getByText("Answered", { exact: true })).toBeVisible();

  await page.bringToFront();
  const answer = page.getByRole("region", { name: "Answer from a proctor" });
  await expect(answer).toContainText("Yes, the one on the desk.");
  await answer.getByRole("button", { name: "Got it" }).click();
  await expect(page.getByRole("region", { name: "Ask the proctor" }).getByText(/ answered$/)).toBeVisible();
  // Nothing of it is lost by a reload.
  await page.reload();
  await expect(page.getByText("May I use a calculator?")).toBeVisible();
  await expect(page.getByText("Yes, the one on the desk.")).toBeVisible();
});
