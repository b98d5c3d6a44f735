// Candidate cases other than network failures: no camera, a second tab, a second device, extra time.

import type { Browser, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";
import { submit as submitOpen, paste, write } from "./support/take.ts";

const saved = /Saved on the server at/;

interface Detail {
  answers: { answer: string }[];
  late_answers: { answer: string; reason: string }[];
  signals: { kind: string; detail?: string }[];
  is_monitored: boolean;
}

async function onlyResult(api: Api): Promise<Detail> {
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  expect(results).toHaveLength(1);
  return api.get<Detail>(`/results/${results[0]?.submission_id}`);
}

async function begin(page: Page, server: Server, token: string): Promise<void> {
  await page.goto(`${server.url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Question 3" }).first().click();
  await submitOpen(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
}

/** Another browser of the same candidate: nothing is shared. */
async function secondDevice(browser: Browser, server: Server, complaints: string[]): Promise<Page> {
  const context = await browser.newContext();
  watch(context, complaints, server);
  return context.newPage();
}

test("without a camera the candidate decides, and the reviewer sees it", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByText("What is recorded besides your answers:")).toBeVisible();
  await page.getByRole("button", { name: "Start Test" }).click();
  const dialog = page.getByRole("dialog", { name: "Camera Access Denied" });
  await expect(dialog).toContainText(
    "Camera access was denied. The test requires video monitoring for verification. Do you want to proceed anyway for testing purposes?",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your test is running.")).toBeVisible();
  await page.getByRole("button", { name: "Start Test" }).click();
  await dialog.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();

  await page.getByRole("button", { name: "Next" }).click();
  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.focus();
  await paste(page, invite.token, "pasted words");
  await essay.fill("My own words.");
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  await submit(page);

  const signals = async () => (await onlyResult(api)).signals.map((s) => [s.kind, s.detail].filter(Boolean).join(" "));
  await expect.poll(signals).toEqual([
    "camera_denied",
    "camera_denied",
    "proceeded_without_monitoring",
    "paste 12",
  ]);
  const detail = await onlyResult(api);
  expect(detail.is_monitored).toBe(false);
  expect(JSON.stringify(detail)).not.toContain("pasted words");
});

test("a test opens at the first line of its first question, with the focus there", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByRole("heading", { name: "Question 1", exact: true })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("a test can be taken with storage blocked for the site", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  // As Firefox does when cookies are blocked for the site.
  await page.addInitScript(() => {
    const no = () => new DOMException("The operation is insecure.", "SecurityError");
    const refuse = (name: string, value: unknown) => Object.defineProperty(window, name, { value });
    const get = () => {
      throw no();
    };
    for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, { get });
    refuse("indexedDB", { open: get });
    refuse("BroadcastChannel", get);
    navigator.locks.request = () => Promise.reject(no());
    for (const call of ["register", "getRegistration"]) {
      Object.defineProperty(navigator.serviceWorker, call, { value: () => Promise.reject(no()) });
    }
  });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Check camera and connection" }).click();
  await expect(page.getByText("This browser keeps no answers on the computer.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  // Heartbeats, video and pushes belong to one tab, which is this one.
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const seen = async () => (await api.get<{ attempt_id: string; question: number | null }[]>("/admin/monitoring"))[0];
  await expect.poll(async () => (await seen())?.question).toBe(1);
  await api.send("POST", `/attempts/${(await seen())?.attempt_id}/add-time`, { minutes: 45, reason: "Fire alarm" });
  await expect(page.getByRole("timer")).toHaveText(/1:1[45]:\d\d/, { timeout: 15_000 });
  await submit(page);
  expect((await onlyResult(api)).answers.map((a) => a.answer)).toEqual(["2", "", ""]);
});

test("two tabs of one browser edit the same answers", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await begin(page, server, invite.token);
  const other = await context.newPage();
  await other.goto(`${server.url}/take-test/${invite.token}`);
  await expect(other.getByText(/Question 1 of 3/)).toBeVisible();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await other.getByRole("button", { name: "Question 2" }).first().click();
  await write(other, "From the second tab.");
  await expect(other.getByText(saved).filter({ visible: true })).toBeVisible();
  await page.getByRole("button", { name: "Question 2" }).first().click();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("From the second tab.");
  await write(page, "From the second tab, and the first.");
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  await submit(page);
  await expect(other).not.toHaveURL(/take-test/);
  const detail = await onlyResult(api);
  expect(detail.answers.map((a) => a.answer)).toEqual(["2", "From the second tab, and the first.", ""]);
  expect(detail.late_answers).toEqual([]);
});

test("a second device asks, and continues once allowed", async ({ page, browser, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate", {
    no_schedule: true,
    extra_percent: 50,
  });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByText("45 minutes (15 minutes extra time included)")).toBeVisible();
  await begin(page, server, invite.token);
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();

  const other = await secondDevice(browser, server, complaints);
  await other.goto(`${server.url}/take-test/${invite.token}`);
  await other.getByRole("button", { name: "Start Test" }).click();
  const conflict = other.getByRole("dialog", { name: "Test Already In Progress" });
  await conflict.getByRole("button", { name: "Ask to continue here" }).click();
  await expect(other.getByRole("dialog", { name: "Waiting for your administrator" })).toBeVisible();

  const admin = await browser.newPage();
  await admin.goto(`${server.url}/login`);
  await admin.evaluate((token) => localStorage.setItem("token", token), api.token);
  await admin.goto(`${server.url}/monitoring?invite=${invite.id}`);
  await expect(admin.getByText("The candidate asks to continue on another device.")).toBeVisible();
  await admin.getByRole("button", { name: "Allow resume", exact: true }).click();
  await admin.getByLabel("Reason").fill("The laptop broke.");
  await admin.getByRole("dialog").getByRole("button", { name: "Allow resume" }).click();
  await expect(admin.getByText("The candidate asks to continue on another device.")).toBeHidden();

  await expect(other.getByText(/Question 1 of 3/)).toBeVisible();
  // By its event stream: nothing is saved here, and the next heartbeat may be 8 s away.
  const replaced = page.getByText("This test is now open in another browser or on another device.");
  await expect(replaced).toBeVisible({ timeout: 6_000 });
  await expect(page.getByText("Another page of this test sends the video.")).toBeVisible();
  await expect(other.getByRole("radio", { name: "2", exact: true })).toBeChecked();
  await submit(other);
  expect((await onlyResult(api)).answers[0]?.answer).toBe("2");
  await admin.close();
  await other.context().close();
});

test("extra time shows at once", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await begin(page, server, invite.token);
  const clock = page.getByRole("timer");
  await expect(clock).toHaveText(/0:(29|30):\d\d/);
  const rows = await api.get<{ id: string; attempt_id: string }[]>("/invites");
  const attempt = rows.find((row) => row.id === invite.id)?.attempt_id;
  await api.send("POST", `/attempts/${attempt}/add-time`, { minutes: 45, reason: "Fire alarm" });
  await expect(clock).toHaveText(/1:1[45]:\d\d/, { timeout: 15_000 });
});

test("a full-screen test opens in full screen; leaving is recorded and ends nothing", async ({ page, browser, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=tests`);
  await page.getByRole("article").getByRole("link", { name: "Edit" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Open in full screen" }).check();
  await page.getByRole("button", { name: "Update test" }).click();
  await expect(page.getByText("Test updated successfully!")).toBeVisible();

  const candidate = await secondDevice(browser, server, complaints);
  await candidate.goto(`${server.url}/take-test/${invite.token}`);
  await expect(candidate.getByText("This test opens in full screen")).toBeVisible();
  const full = () => candidate.evaluate(() => document.fullscreenElement !== null);
  const back = candidate.getByRole("button", { name: "Return to full screen" });
  await begin(candidate, server, invite.token);
  await expect.poll(full).toBe(true);
  await expect(back).toBeHidden();
  // The recorded paste shows that leaving will be recorded too.
  await paste(candidate, invite.token, "x");
  await candidate.evaluate(() => document.exitFullscreen());
  await back.click();
  await expect(back).toBeHidden();
  await expect.poll(full).toBe(true);
  await submit(candidate);
  await expect.poll(full).toBe(false);
  const left = async () => (await onlyResult(api)).signals.filter((s) => s.kind === "fullscreen_left").length;
  await expect.poll(left).toBe(1);
  await candidate.context().close();
});

test("a browser without full screen can take such a test", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  const { title, description, duration_minutes, questions } = await api.get<Record<string, unknown>>(`/tests/${test_id}`);
  await api.send("PUT", `/tests/${test_id}`, { title, description, duration_minutes, questions, require_fullscreen: true });
  const invite = await api.invite(test_id, "cara@example.org", "Cara Candidate");
  await page.addInitScript(() => Object.defineProperty(document, "fullscreenEnabled", { value: undefined }));
  await begin(page, server, invite.token);
  await expect(page.getByRole("button", { name: "Return to full screen" })).toHaveCount(0);
  await submit(page);
});
