// Every screen of the demo, whose names, texts and lists are as long as those of a company at work: at three widths and at
// 200 % zoom nothing scrolls sideways, lies over something else or is cut off; three themes have enough contrast.

import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axe, COLOURS } from "./support/axe.ts";
import { DEMO, expect, isLoaded, type Story, signIn, storyOf, test } from "./support/demo.ts";
import { fits, standsStill } from "./support/still.ts";
import { askToSubmit } from "./support/take.ts";
import { isTidy } from "./support/tidy.ts";

// Checked is what stands still: transitions between sizes and themes would only be waited for.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const PICTURES = process.env.INVIGIL_PICTURES;
const SIZES = [
  { name: "1440", width: 1440, height: 900 },
  { name: "1280", width: 1280, height: 800 },
  { name: "390", width: 390, height: 844 },
  // A window of 1280 by 800 at 200 % zoom.
  { name: "zoom", width: 640, height: 400 },
];

interface Room {
  name: string;
  path: string;
  /** Opens what has no address of its own. */
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();

const adminRooms = ({
  test: sample,
  taken,
  divided,
  result,
  others,
  banked,
  waiting,
  running,
}: Story): Room[] => [
  { name: "overview", path: "/admin" },
  { name: "notifications", path: "/admin", act: press(/^Notifications/) },
  { name: "tests", path: "/admin?tab=tests" },
  { name: "test", path: `/admin?tab=tests&edit=${sample}` },
  { name: "sections", path: `/admin?tab=tests&edit=${divided}` },
  { name: "new-test", path: "/admin?tab=tests&new=1" },
  { name: "generate", path: "/admin?tab=tests&generate=1" },
  { name: "import", path: "/admin?tab=tests&import=1" },
  { name: "statistics", path: `/admin?tab=tests&statistics=${taken}` },
  { name: "wizard", path: "/admin/create-test" },
  { name: "tests-archived", path: "/admin?tab=tests&status=archived" },
  { name: "bank", path: "/admin?tab=bank" },
  { name: "bank-question", path: `/admin?tab=bank&question=${banked}` },
  { name: "bank-seen", path: `/admin?tab=bank&question=${banked}&view=seen` },
  { name: "invites", path: "/admin?tab=invites" },
  { name: "invites-all", path: "/admin?tab=invites&date=all" },
  { name: "invite", path: "/admin?tab=invites&send=1" },
  { name: "bulk-invite", path: "/admin?tab=invites&send=many" },
  { name: "results", path: "/admin?tab=results" },
  { name: "result", path: `/admin?tab=results&result=${result}` },
  { name: "history", path: `/admin?tab=results&history=${result}` },
  { name: "report", path: `/admin?tab=results&report=${result}` },
  { name: "brief", path: `/admin?tab=results&brief=${result}` },
  { name: "ranking", path: `/admin/tests/${taken}/results` },
  { name: "matrix", path: `/admin/tests/${taken}/results?view=matrix` },
  { name: "similar", path: `/admin/tests/${taken}/results?view=similar` },
  { name: "ranking-result", path: `/admin/tests/${taken}/results?result=${result}` },
  { name: "compare", path: `/admin/tests/${taken}/results?compare=${[result, ...others].join(",")}` },
  { name: "ranking-divided", path: `/admin/tests/${divided}/results` },
  { name: "similar-pair", path: `/admin/tests/${divided}/results?view=similar` },
  { name: "queue", path: "/admin?tab=scoring" },
  { name: "submission", path: `/admin?tab=scoring&submission=${waiting}` },
  { name: "by-question", path: "/admin?tab=scoring&by=question" },
  ...["applicants", "email", "company", "theme", "admins", "evidence", "runners", "operations"].map((tab) => ({
    name: `settings-${tab}`,
    path: `/admin?settings=${tab}`,
  })),
  { name: "monitoring", path: `/monitoring?invite=${running}` },
  { name: "wall", path: "/monitoring?view=wall" },
  { name: "focus", path: `/monitoring?view=wall&focus=${running}` },
  { name: "monitor", path: `/monitor/${running}` },
];

async function enter(page: Page, url: string, { name, path, act }: Room): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}${path}`);
  await expect(page.getByRole("heading").filter({ visible: true }).first(), name).toBeVisible();
  await isLoaded(page);
  await act?.(page);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: "disabled" });
}

/** The room at every size. */
async function look(page: Page, name: string): Promise<void> {
  for (const { name: size, ...viewport } of SIZES) {
    await page.setViewportSize(viewport);
    await isLoaded(page);
    await fits(page, `${name}, ${size}`);
    await standsStill(page);
    await shoot(page, `${name}-classic-${size}`);
    await isTidy(page, `${name}, ${size}`);
  }
}

/** What a theme sets on every page. */
interface Theme {
  name: string;
  properties: [string, string][];
}

/** The dark themes, as the page itself applies them. */
async function darkThemes(page: Page, url: string, { api }: Story): Promise<Theme[]> {
  const themes: Theme[] = [];
  for (const name of ["dark", "premium"]) {
    await api.send("PUT", "/admin/theme-settings", { themeName: name });
    await page.goto(`${url}/login`);
    await expect(page.locator("body")).toContainClass(`theme-${name}`);
    await isLoaded(page);
    const properties = await page.evaluate(() => {
      const { style } = document.documentElement;
      return Array.from(style, (property): [string, string] => [property, style.getPropertyValue(property)]);
    });
    expect(properties.length, name).toBeGreaterThan(10);
    themes.push({ name, properties });
  }
  return themes;
}

/** Shows the page in a theme without loading it again. */
async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(({ name, properties }) => {
    const { classList } = document.body;
    classList.remove(...[...classList].filter((one) => one.startsWith("theme-")));
    classList.add(`theme-${name}`);
    for (const [property, value] of properties) document.documentElement.style.setProperty(property, value);
  }, theme);
}

/** Its contrast in each theme, which does not depend on the size. */
async function contrast(page: Page, themes: Theme[], name: string): Promise<void> {
  await isLoaded(page);
  for (const theme of themes) {
    await wear(page, theme);
    await standsStill(page);
    await shoot(page, `${name}-${theme.name}-1440`);
    expect.soft(await axe(page, COLOURS), `${name}, ${theme.name}`).toEqual([]);
  }
}

/** From the invitation to the receipt, with every kind of question between. */
async function candidate(page: Page, url: string, { api, test: sample }: Story, at: (name: string) => Promise<void>): Promise<void> {
  const self = await api.invite(sample, "sam@example.org", "Maximilian von und zu Unterschleissheim-Obermenzing", { no_schedule: false, admin_scheduled: false });
  const open = await api.invite(sample, "cara@example.org", "Cara Candidate");
  await page.goto(`${url}/test-invite/${self.token}`);
  await at("candidate-invite");
  await press("Schedule Test")(page);
  await at("candidate-schedule");
  await page.goto(`${url}/take-test/${open.token}`);
  await expect(page.getByRole("button", { name: "Start Test" })).toBeVisible();
  await at("candidate-intro");
  await press("Start Test")(page);
  const questions = Number(/of (\d+)/.exec(await page.getByText(/^Question 1 of \d+$/).innerText())?.[1]);
  for (let n = 1; n <= questions; n++) {
    await expect(page.getByText(`Question ${n} of ${questions}`)).toBeVisible();
    await at(`candidate-question-${n}`);
    if (n < questions) await press("Next")(page);
  }
  await askToSubmit(page);
  await at("candidate-submit");
  await page.getByRole("dialog").getByRole("button", { name: "Submit Test" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await at("candidate-receipt");
}

test("every room of administrators is tidy at every size", async ({ page, server }) => {
  // Forty rooms: a machine with other work needs more than the time of a test.
  test.slow();
  const story = await storyOf(server);
  await page.goto(`${server.url}/login`);
  await expect(page.getByPlaceholder("Enter your email")).toBeVisible();
  await look(page, "sign-in");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, DEMO.admin);
  for (const room of adminRooms(story)) {
    await enter(page, server.url, room);
    await look(page, room.name);
  }
});

test("every room of candidates is tidy at every size", async ({ page, server }) => {
  const story = await storyOf(server);
  await candidate(page, server.url, story, (name) => look(page, name));
});

test("every room of administrators has enough contrast in dark themes", async ({ page, server }) => {
  // Forty rooms: a machine with other work needs more than the time of a test.
  test.slow();
  const story = await storyOf(server);
  const themes = await darkThemes(page, server.url, story);
  await signIn(page, server, DEMO.admin);
  for (const room of adminRooms(story)) {
    await enter(page, server.url, room);
    await contrast(page, themes, room.name);
  }
});

test("every room of candidates has enough contrast in dark themes", async ({ page, server }) => {
  const story = await storyOf(server);
  const themes = await darkThemes(page, server.url, story);
  await candidate(page, server.url, story, (name) => contrast(page, themes, name));
});
