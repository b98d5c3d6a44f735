// Every screen, in three themes, on desktop and phone: no axe findings, no overflow, also at 200 % zoom, and no
// violation of the content security policy (the fixtures fail on any console error).

import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe, COLOURS } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";
import { fits, standsStill } from "./support/still.ts";
import { askToSubmit } from "./support/take.ts";

// Checked is what stands still: transitions between sizes and themes would only be waited for.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const WIDTHS = [1440, 390];
/** A window of 1280 by 800 at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };
const PICTURES = process.env.INVIGIL_PICTURES;

async function look(page: Page, theme: string, name: string): Promise<void> {
  // Widths do not depend on the theme.
  if (theme === "classic") {
    await page.setViewportSize(ZOOMED);
    await fits(page, `${name}, 200 %`);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 500 ? 900 : 844 });
    const where = `${name}, ${theme}, ${width} px`;
    await expect(page.locator(".shimmer").filter({ visible: true })).toHaveCount(0);
    await fits(page, where);
    await standsStill(page);
    if (PICTURES) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: `${PICTURES}/${name}-${theme}-${width}.png`, animations: "disabled" });
    }
    // The other rules were checked in the first theme.
    expect(await axe(page, theme === "classic" ? {} : COLOURS), where).toEqual([]);
  }
}

interface Seeded {
  api: Api;
  test_id: string;
  open: { token: string };
  self: { token: string };
}

async function seed(server: Server, theme: string): Promise<Seeded> {
  const api = await Api.signIn(server);
  const test_id = await api.createTest("Backend basics", 3);
  const question = { id: "q", type: "essay", question: "What is a slow query?", points: 3, tags: ["sql"] };
  await api.send("POST", "/questions", { difficulty: "easy", state: "ready", question });
  const open = await api.invite(test_id, "cara@example.org", "Cara Candidate");
  const self = await api.invite(test_id, "sam@example.org", "سامي المرشح", { admin_scheduled: false, no_schedule: false });
  const halfHour = 1_800_000;
  const scheduled_date = new Date(Math.ceil(Date.now() / halfHour) * halfHour + 3 * 86_400_000).toISOString();
  await api.invite(test_id, "max@example.org", "Maximilian von und zu Unterschleissheim-Obermenzing the Third", {
    admin_scheduled: true,
    no_schedule: false,
    scheduled_date,
    time_zone: "Europe/Berlin",
  });
  const done = await api.invite(test_id, "dora@example.org", "Dora Done");
  await api.send("POST", `/start-test/${done.token}`);
  const answers = [
    { question_id: "c0", answer: "2" },
    { question_id: "essay", answer: "With the log of slow queries." },
  ];
  await api.send("POST", `/submit-test/${done.token}`, { answers });
  await api.send("PUT", "/admin/theme-settings", { themeName: theme });
  return { api, test_id, open, self };
}

for (const theme of ["classic", "dark", "premium"]) {
  test(`the administrator's screens, ${theme}`, async ({ page, server }) => {
    const { api, test_id } = await seed(server, theme);
    await page.goto(`${server.url}/login`);
    await expect(page.getByPlaceholder("Enter your email")).toBeVisible();
    await look(page, theme, "sign-in");
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server);
    await expect(page.getByText("Dora Done").first()).toBeVisible();
    await look(page, theme, "overview");
    for (const [tab, text] of [["tests", "Backend basics"], ["bank", "What is a slow query?"], ["invites", "cara@example.org"], ["results", "Dora Done"], ["scoring", "dora@example.org"]] as const) {
      await page.goto(`${server.url}/admin?tab=${tab}`);
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
      await look(page, theme, tab);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Review & Score" }).filter({ visible: true }).first().click();
    await expect(page.getByText("With the log of slow queries.")).toBeVisible();
    await look(page, theme, "review");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/admin?tab=results`);
    await page.getByRole("button", { name: "View Details" }).filter({ visible: true }).first().click();
    await expect(page.getByRole("dialog").getByText("With the log of slow queries.")).toBeVisible();
    await look(page, theme, "result");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/admin/tests/${test_id}/results`);
    await expect(page.getByRole("button", { name: "Dora Done", exact: true })).toBeVisible();
    await look(page, theme, "ranking");
    await page.goto(`${server.url}/admin/tests/${test_id}/results?view=matrix`);
    await expect(page.getByRole("button", { name: "Dora Done", exact: true })).toBeVisible();
    await look(page, theme, "matrix");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Dora Done", exact: true }).click();
    await expect(page.getByRole("dialog").getByText("With the log of slow queries.")).toBeVisible();
    await look(page, theme, "deciding");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/admin?settings=company`);
    await expect(page.getByRole("textbox", { name: "Company name" })).toBeVisible();
    await look(page, theme, "company");
    await page.goto(`${server.url}/admin/create-test`);
    await expect(page.getByPlaceholder("Enter test title")).toBeVisible();
    await look(page, theme, "wizard-info");
    await page.getByPlaceholder("Enter test title").fill("A test");
    await page.getByRole("button", { name: "Next: Questions" }).click();
    await expect(page.getByPlaceholder("Enter your question")).toBeVisible();
    await look(page, theme, "wizard-questions");
    const running = await api.invite(test_id, "rita@example.org", "Rita Running");
    await api.send("POST", `/start-test/${running.token}`);
    await api.send("POST", `/take-test/${running.token}/presence`, { question: 2, camera: "denied", visible: true });
    await page.goto(`${server.url}/monitoring?invite=${running.id}`);
    const pane = page.getByRole("region", { name: "Selected test" });
    await expect(pane.getByText("OFFLINE")).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByText("Active Tests (2)")).toBeVisible();
    await look(page, theme, "monitoring");
    await page.goto(`${server.url}/monitor/${running.id}`);
    await expect(page.getByText("Test In Progress")).toBeVisible();
    await expect(page.getByText("The test was started")).toBeVisible();
    await look(page, theme, "monitor");
    // Dark in every theme.
    await page.goto(`${server.url}/monitoring?view=wall&focus=${running.id}`);
    await expect(page.getByRole("region", { name: "Focus: Rita Running" })).toBeVisible();
    await look(page, theme, "wall");
    // No viewer is left when the server stops.
    await page.goto(`${server.url}/admin`);
    expect(await api.get("/admin/theme-settings")).toMatchObject({ themeName: theme });
  });

  test(`the candidate's screens, ${theme}`, async ({ page, server }) => {
    const { open, self } = await seed(server, theme);
    await page.goto(`${server.url}/test-invite/${self.token}`);
    await expect(page.getByRole("heading", { name: "Backend basics" })).toBeVisible();
    await look(page, theme, "invite");
    await page.getByRole("button", { name: "Schedule Test" }).click();
    await expect(page.getByRole("button", { name: "Confirm Schedule" })).toBeDisabled();
    await look(page, theme, "schedule");
    await page.goto(`${server.url}/test-invite/nonsense`);
    await expect(page.getByText("Invalid Invite")).toBeVisible();
    await look(page, theme, "invalid-invite");
    await page.goto(`${server.url}/take-test/${open.token}`);
    await expect(page.getByRole("button", { name: "Start Test" })).toBeVisible();
    await look(page, theme, "intro");
    await page.getByRole("button", { name: "Start Test" }).click();
    await expect(page.getByText("Question 1 of 5")).toBeVisible();
    await look(page, theme, "question");
    await page.setViewportSize({ width: 1440, height: 900 });
    for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Next" }).click();
    await expect(page.locator(".cm-content")).toBeVisible();
    await look(page, theme, "coding");
    await askToSubmit(page);
    await expect(page.getByRole("dialog").getByText("Unanswered", { exact: true })).toBeVisible();
    await look(page, theme, "submit");
    await page.goto(`${server.url}/no/such/page`);
    await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
    await look(page, theme, "unknown-page");
  });
}
