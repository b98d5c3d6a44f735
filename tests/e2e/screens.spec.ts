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
import { themesOf, wear } from "./support/themes.ts";

// Checked is what stands still: transitions between sizes and themes would only be waited for.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const WIDTHS = [1440, 390];
/** A window of 1280 by 800 at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };
const PICTURES = process.env.INVIGIL_PICTURES;

type Look = (name: string) => Promise<void>;

/** Checks a screen on desktop and phone: its width and all rules in the first theme, its contrast in the others. */
async function looking(page: Page, { url }: Server, api: Api): Promise<Look> {
  const { light, dark } = await themesOf(page, url, api);
  return async (name) => {
    await page.setViewportSize(ZOOMED);
    await fits(page, `${name}, 200 %`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width > 500 ? 900 : 844 });
      await expect(page.locator(".shimmer").filter({ visible: true })).toHaveCount(0);
      // Contrast does not depend on the width: each dark theme is worn at one of them.
      for (const theme of PICTURES ? [light, ...dark] : [light, dark[WIDTHS.indexOf(width)] ?? light]) {
        await wear(page, theme);
        const where = `${name}, ${theme.name}, ${width} px`;
        await fits(page, where);
        await standsStill(page);
        if (PICTURES) {
          mkdirSync(PICTURES, { recursive: true });
          await page.screenshot({ path: `${PICTURES}/${name}-${theme.name}-${width}.png`, animations: "disabled" });
        }
        expect(await axe(page, theme === light ? {} : COLOURS), where).toEqual([]);
      }
    }
    await wear(page, light);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
}

interface Seeded {
  api: Api;
  test_id: string;
  open: { token: string };
  self: { token: string };
}

async function seed(server: Server): Promise<Seeded> {
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
  return { api, test_id, open, self };
}

test("the administrator's screens", async ({ page, server }) => {
  const { api, test_id } = await seed(server);
  const look = await looking(page, server, api);
  await expect(page.getByPlaceholder("Enter your email")).toBeVisible();
  await look("sign-in");
  await signIn(page, server);
  await expect(page.getByText("Dora Done").first()).toBeVisible();
  await look("overview");
  for (const [tab, text] of [["tests", "Backend basics"], ["bank", "What is a slow query?"], ["invites", "cara@example.org"], ["results", "Dora Done"], ["scoring", "dora@example.org"]] as const) {
    await page.goto(`${server.url}/admin?tab=${tab}`);
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await look(tab);
  }
  await page.getByRole("button", { name: "Review & Score" }).filter({ visible: true }).first().click();
  await expect(page.getByText("With the log of slow queries.")).toBeVisible();
  await look("review");
  await page.goto(`${server.url}/admin?tab=results`);
  await page.getByRole("button", { name: "View Details" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("dialog").getByText("With the log of slow queries.")).toBeVisible();
  await look("result");
  await page.goto(`${server.url}/admin/tests/${test_id}/results`);
  await expect(page.getByRole("button", { name: "Dora Done", exact: true })).toBeVisible();
  await look("ranking");
  await page.goto(`${server.url}/admin/tests/${test_id}/results?view=matrix`);
  await expect(page.getByRole("button", { name: "Dora Done", exact: true })).toBeVisible();
  await look("matrix");
  await page.getByRole("button", { name: "Dora Done", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("With the log of slow queries.")).toBeVisible();
  await look("deciding");
  await page.goto(`${server.url}/admin?settings=company`);
  await expect(page.getByRole("textbox", { name: "Company name" })).toBeVisible();
  await look("company");
  await page.goto(`${server.url}/admin/create-test`);
  await expect(page.getByPlaceholder("Enter test title")).toBeVisible();
  await look("wizard-info");
  await page.getByPlaceholder("Enter test title").fill("A test");
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await expect(page.getByPlaceholder("Enter your question")).toBeVisible();
  await look("wizard-questions");
  const running = await api.invite(test_id, "rita@example.org", "Rita Running");
  await api.send("POST", `/start-test/${running.token}`);
  await api.send("POST", `/take-test/${running.token}/presence`, { question: 2, camera: "denied", visible: true });
  await page.goto(`${server.url}/monitoring?invite=${running.id}`);
  const pane = page.getByRole("region", { name: "Selected test" });
  await expect(pane.getByText("CAMERA BLOCKED")).toBeVisible();
  await expect(page.getByText("Active Tests (2)")).toBeVisible();
  await look("monitoring");
  await page.goto(`${server.url}/monitor/${running.id}`);
  await expect(page.getByText("Test In Progress")).toBeVisible();
  await expect(page.getByText("The test was started")).toBeVisible();
  await look("monitor");
  // Dark in every theme.
  await page.goto(`${server.url}/monitoring?view=wall&focus=${running.id}`);
  await expect(page.getByRole("region", { name: "Focus: Rita Running" })).toBeVisible();
  await look("wall");
  // No viewer is left when the server stops.
  await page.goto(`${server.url}/admin`);
});

test("the candidate's screens", async ({ page, server }) => {
  const { api, open, self } = await seed(server);
  const look = await looking(page, server, api);
  await page.goto(`${server.url}/test-invite/${self.token}`);
  await expect(page.getByRole("heading", { name: "Backend basics" })).toBeVisible();
  await look("invite");
  await page.getByRole("button", { name: "Schedule Test" }).click();
  await expect(page.getByRole("button", { name: "Confirm Schedule" })).toBeDisabled();
  await look("schedule");
  await page.goto(`${server.url}/test-invite/nonsense`);
  await expect(page.getByText("Invalid Invite")).toBeVisible();
  await look("invalid-invite");
  await page.goto(`${server.url}/take-test/${open.token}`);
  await expect(page.getByRole("button", { name: "Start Test" })).toBeVisible();
  await look("intro");
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText("Question 1 of 5")).toBeVisible();
  await look("question");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Next" }).click();
  await expect(page.locator(".cm-content")).toBeVisible();
  await look("coding");
  await askToSubmit(page);
  await expect(page.getByRole("dialog").getByText("Unanswered", { exact: true })).toBeVisible();
  await look("submit");
  await page.goto(`${server.url}/no/such/page`);
  await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
  await look("unknown-page");
});
