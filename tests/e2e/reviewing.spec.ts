// A reviewer scores what is assigned, by the rubric's keys, and sees nothing else.

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits, standInLine } from "./support/still.ts";

const RITA = { email: "rita@example.org", password: "rita-scores-essays" };
const NAMES = ["Ann Secret", "Ben Secret", "Cem Secret"];

async function assigned(api: Api): Promise<string> {
  const questions = [{ id: "why", type: "essay", question: "Why did the queue grow?", points: 4 }];
  const body = { title: "Operations", description: "", duration_minutes: 30, questions };
  const { id } = await api.send<{ id: string }>("POST", "/tests", body);
  for (const [n, name] of NAMES.entries()) {
    const { token } = await api.invite(id, `c${n}@example.org`, name);
    await api.send("POST", `/start-test/${token}`);
    await api.send("POST", `/submit-test/${token}`, { answers: [{ question_id: "why", answer: `The consumer stopped, part ${n}.` }] });
  }
  await api.send("PUT", `/tests/${id}/rubrics/why`, {
    mode: "add",
    items: [
      { text: "Names the cause", points: 2 },
      { text: "Says how to find it", points: 1.5 },
    ],
    model_answer: "The consumer had stopped.",
    notes: "Be kind.",
    snippets: ["A good start."],
  });
  const rita = await api.send<{ id: string }>("POST", "/admin/create-admin", { ...RITA, full_name: "Rita Reviewer", role: "reviewer" });
  await api.send("PUT", `/tests/${id}/assignments`, { items: [{ reviewer_id: rita.id }] });
  return id;
}

test("a reviewer scores by the rubric's keys and sees no name", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const id = await assigned(api);
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Enter your email").fill(RITA.email);
  await page.getByPlaceholder("Enter your password").fill(RITA.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(page.getByText("3 answers left")).toBeVisible();
  for (const path of ["/admin", "/monitoring", `/admin/tests/${id}/results`]) {
    await page.goto(`${server.url}${path}`);
    await expect(page).toHaveURL(/\/review$/);
  }
  await page.getByRole("button", { name: /Why did the queue grow/ }).click();
  await expect(page.getByText(/The consumer stopped, part/)).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByRole("checkbox", { name: /Names the cause/ })).toBeChecked();
  expect(await axe(page)).toEqual([]);
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, `scoring at ${width}`);
  }
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("2 left")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await standInLine(page.getByRole("button", { name: /^\d? ?(Correct|Partial|Wrong)$/ }), "scores on a phone");
  await page.keyboard.press("2");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("1 left")).toBeVisible();
  await expect(page.getByText("Secret")).toHaveCount(0);

  const { rows } = await api.get<{ rows: { score: number }[] }>(`/tests/${id}/ranking`);
  expect(rows.map(({ score }) => score).sort((a, b) => a - b)).toEqual([0, 37.5, 50]);
});

test("an administrator assigns answers and follows the progress", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const id = await assigned(api);
  await signIn(page, server);
  await page.goto(`${server.url}/admin/tests/${id}/results`);
  // The filter names her too.
  await expect(page.getByText("Rita Reviewer").and(page.locator(":not(option)"))).toBeVisible();
  await page.getByRole("button", { name: "Reviewers" }).click();
  await expect(page.getByRole("dialog")).toContainText("Rita Reviewer");
  expect(await axe(page)).toEqual([]);
});
