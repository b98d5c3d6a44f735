// The server crashes during a test: the page continues, survives a reload, and sends everything afterwards.

import { Api } from "./support/api.ts";
import { expect, test } from "./support/fixtures.ts";
import { paste, submit } from "./support/take.ts";

const saved = /Saved on the server at/;
const kept = /Kept on this computer/;

test("a crash of the server and a reload without it lose nothing", async ({ page, server, browserName }) => {
  expect(browserName).toBe("chromium");
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByRole("button", { name: "Next" }).click();
  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.fill("Before the crash.");
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  const shellKept = () => page.evaluate(async () => Boolean(await caches.match("/take-test/", { ignoreVary: true })));
  await expect.poll(shellKept).toBe(true);

  await server.stop("SIGKILL");
  await essay.fill("Before the crash. And after it.");
  await expect(page.getByText(kept).filter({ visible: true })).toBeVisible();
  await paste(page, invite.token, "pasted words");
  await page.reload();
  await expect(page.getByText(/Question \d of 3/)).toBeVisible();
  await page.getByRole("button", { name: /question 2/i }).first().click();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("Before the crash. And after it.");
  // The page counts whole ticks only, of which a slow machine has fewer.
  const counted = () => page.evaluate((slot) => JSON.parse(localStorage.getItem(slot) ?? "{}").essay ?? 0, `invigil_time:${invite.token}`);
  await expect.poll(counted).toBeGreaterThanOrEqual(3_000);

  await server.start();
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();

  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  expect(results).toHaveLength(1);
  interface Detail {
    answers: { answer: string; seconds?: number }[];
    signals: { kind: string; detail?: string }[];
  }
  const get = () => api.get<Detail>(`/results/${results[0]?.submission_id}`);
  const detail = await get();
  expect(detail.answers.map((a) => a.answer)).toEqual(["2", "Before the crash. And after it.", ""]);
  // The essay was in view while the server was down, and after the reload: both are counted.
  expect(detail.answers[1]?.seconds).toBeGreaterThanOrEqual(3);
  const pastes = async () => (await get()).signals.filter(({ kind }) => kind === "paste").map((signal) => signal.detail);
  // A submit waits for them, with a short timeout.
  await expect.poll(pastes).toEqual(["12"]);
});

test("a test that is over by the server's clock submits itself", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const question = { id: "q", type: "essay", question: "Why?", points: 1 };
  const input = { title: "A minute", description: "", duration_minutes: 1, questions: [question] };
  const made = await api.send<{ id: string }>("POST", "/tests", input);
  const invite = await api.invite(made.id, "cara@example.org", "Cara Candidate");
  // No event reports the deadline: the page checks its own clock.
  await page.route("**/api/take-test/*/events", (route) => route.abort("internetdisconnected"));
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("To the very end.");
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible({ timeout: 120_000 });
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const detail = await api.get<{ answers: { answer: string }[]; submitted_by: string }>(`/results/${results[0]?.submission_id}`);
  expect(detail.answers[0]?.answer).toBe("To the very end.");
  // By the clock of the page: the candidate did not ask for it.
  expect(detail.submitted_by).toBe("deadline");
});
