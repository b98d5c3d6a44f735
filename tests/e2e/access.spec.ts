// Accessibility of the candidate's flow: 200 % zoom, 360 pixels, the system's high
// contrast, reduced motion, and the countdown's three announcements.

import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";
import { fits, standsStill } from "./support/still.ts";
import { askToSubmit, submit } from "./support/take.ts";

const PICTURES = process.env.INVIGIL_PICTURES;

async function look(page: Page, name: string): Promise<void> {
  await standsStill(page);
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: "disabled" });
  }
  await fits(page, name);
  expect(await axe(page), name).toEqual([]);
}

/** From the link in the mail to the receipt, with checks at every screen. */
async function wholeFlow(page: Page, server: Server, how: string): Promise<void> {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  const self = await api.invite(test_id, "sam@example.org", "Sam Self", { admin_scheduled: false, no_schedule: false });
  const open = await api.invite(test_id, "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/test-invite/${self.token}`);
  await expect(page.getByRole("heading", { name: "Backend basics" })).toBeVisible();
  await look(page, `${how}-invite`);
  await page.getByRole("button", { name: "Schedule Test" }).click();
  await page.getByLabel("Date").click();
  await expect(page.locator(".react-datepicker__day").first()).toBeVisible();
  await look(page, `${how}-schedule`);
  await page.goto(`${server.url}/take-test/${open.token}`);
  await expect(page.getByRole("button", { name: "Start Test" })).toBeVisible();
  await look(page, `${how}-intro`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await look(page, `${how}-choice`);
  await page.getByRole("button", { name: "Camera and messages" }).click();
  await look(page, `${how}-panel`);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("A long answer. ".repeat(40));
  await look(page, `${how}-essay`);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.locator(".cm-content")).toBeVisible();
  await look(page, `${how}-coding`);
  await askToSubmit(page);
  await expect(page.getByRole("dialog").getByText("Unanswered", { exact: true })).toBeVisible();
  await look(page, `${how}-submit`);
  await page.getByRole("dialog").getByRole("button", { name: "Submit Test" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Backend basics")).toBeVisible();
  await look(page, `${how}-receipt`);
}

// Equivalent of 200 % zoom: a window of 1440 by 900 has 720 by 450 CSS pixels, with a device pixel ratio of 2.
test.describe("at 200 % zoom", () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  test("the whole test fits", async ({ page, server }) => wholeFlow(page, server, "zoom"));
});

/** Whether any of what has the focus is in view, and not behind a header or a message. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return true;
    const { left, width, top, bottom } = focused.getBoundingClientRect();
    const x = Math.min(Math.max(left + width / 2, 1), window.innerWidth - 1);
    return [top + 3, (top + bottom) / 2, bottom - 3].some((y) => {
      const shown = document.elementFromPoint(x, y);
      return shown !== null && (focused.contains(shown) || shown.closest("label")?.contains(focused) === true);
    });
  });

// A window of 1280 by 720 has 320 by 180 CSS pixels then.
test.describe("at 400 % zoom", () => {
  test.use({ viewport: { width: 320, height: 180 }, deviceScaleFactor: 4 });
  test("the test is taken to its end beside a proctor's message", async ({ page, server }) => {
    const api = await Api.signIn(server);
    const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await page.getByRole("button", { name: "Start Test" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    const [row] = await api.get<{ attempt_id: string }[]>("/invites");
    const text = "Please look into the camera, and put your telephone away.";
    await api.send("POST", `/attempts/${row?.attempt_id}/messages`, { text });
    await expect(page.getByRole("region", { name: "Message from a proctor" })).toContainText(text);
    for (let n = 0; n < 16; n++) {
      await page.keyboard.press("Tab");
      await expect.poll(() => isFocusSeen(page), { message: `after ${n + 1} times Tab` }).toBe(true);
    }
    await page.getByRole("radio", { name: "2", exact: true }).check();
    await look(page, "zoom-400-message");
    for (const number of [2, 3]) {
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByText(`Question ${number} of 3`)).toBeVisible();
    }
    await submit(page);
    await expect(page).toHaveURL(/\/login$/);
    await look(page, "zoom-400-receipt");
  });
});

test("on 360 pixels, with high contrast and reduced motion, the whole test fits", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ contrast: "more", reducedMotion: "reduce" });
  await wholeFlow(page, server, "contrast");
});

test("high contrast works in every theme, and forced colours lose no information", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await signIn(page, server);
  for (const theme of ["light", "dark", "modern", "professional", "premium", "classic"]) {
    await api.send("PUT", "/admin/theme-settings", { themeName: theme });
    await page.emulateMedia({ contrast: "more" });
    await page.goto(`${server.url}/admin?tab=invites`);
    await expect(page.getByText("cara@example.org").filter({ visible: true }).first()).toBeVisible();
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.color, style.backgroundColor].sort();
    });
    expect(colours, theme).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    await look(page, `contrast-invites-${theme}`);
  }
  await page.emulateMedia({ contrast: null, forcedColors: "active" });
  await page.goto(`${server.url}/admin?tab=invites`);
  await expect(page.getByText("cara@example.org").filter({ visible: true }).first()).toBeVisible();
  await look(page, "forced-invites");
  const field = page.getByPlaceholder("Search by name or email...");
  await field.focus();
  expect(await field.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("solid");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await look(page, "forced-question");
  const bar = page.getByRole("progressbar").locator("div");
  const [fill, ground] = await bar.evaluate((one) => [one, document.body].map((e) => getComputedStyle(e).backgroundColor));
  expect(fill).not.toBe(ground);
});

test("the countdown is announced at ten, five and one minute; without a network at the end the answers are saved as a file", async ({
  page,
  server,
}, info) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.clock.install();
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  // From here on the server sends nothing, not even its time.
  await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("Typed without a network.");
  const said = page.locator("[aria-live=assertive]").filter({ hasText: /minutes? left/ });
  const clock = page.getByRole("timer");
  // Relative to the displayed time, not by fixed steps: a slow machine spends extra time in between.
  const forwardTo = async (left: number) => {
    const [hours = 0, minutes = 0, seconds = 0] = (await clock.innerText()).split(":").map(Number);
    await page.clock.fastForward((hours * 3600 + minutes * 60 + seconds - left) * 1000);
  };
  await forwardTo(14 * 60);
  await expect(clock).toHaveText(/0:1[34]:/);
  await expect(said).toHaveCount(0);
  for (const [left, words, urgent] of [[590, "10 minutes left", "false"], [290, "5 minutes left", "true"], [55, "1 minute left", "true"]] as const) {
    await forwardTo(left);
    await expect(said).toHaveText(words);
    await expect(clock).toHaveAttribute("data-urgent", urgent);
  }
  await forwardTo(0);
  await expect(page.getByRole("heading", { name: "Time is up. Submitting your test" })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save answers to a file" }).click()]);
  expect(file.suggestedFilename()).toBe("answers.json");
  const path = info.outputPath("answers.json");
  await file.saveAs(path);
  // The page stays open: on unload it would still try to send its answers.

  const rows = await api.get<{ attempt_id: string }[]>("/invites");
  const attempt = rows[0]?.attempt_id ?? "";
  await api.send("POST", `/attempts/${attempt}/end`, { reason: "The network did not come back" });
  const admin = await page.context().newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/admin?tab=results&result=${attempt}`);
  const panel = admin.getByRole("dialog");
  await panel.locator("input[type=file]").setInputFiles(path);
  await expect(admin.getByText(/^\d late answers? added$/)).toBeVisible();
  await expect(panel.getByText("Received too late")).toBeVisible();
  await expect(panel.getByText("Typed without a network.")).toBeVisible();
  await panel.locator("input[type=file]").setInputFiles(path);
  await expect(admin.getByText("Everything in this file had already arrived")).toBeVisible();
  const detail = await api.get<{ answers: { answer: string }[]; late_answers: { answer: string }[] }>(`/results/${attempt}`);
  expect(detail.answers.map((a) => a.answer)).toEqual(["2", "", ""]);
  expect(detail.late_answers.map((a) => a.answer)).toContain("Typed without a network.");
});
