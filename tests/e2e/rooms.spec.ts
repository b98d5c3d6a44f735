// Every screen of the demo, whose names, texts and lists are as long as those of a company at work: at three widths and at
// 200 % zoom nothing scrolls sideways, lies over something else or is cut off; three themes have enough contrast. A usual run
// takes a share of these: each room on a phone, at one other size, and in one dark theme.

import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axe, COLOURS } from "./support/axe.ts";
import { DEMO, expect, isLoaded, type Story, signIn, storyOf, test } from "./support/demo.ts";
import type { Server } from "./support/server.ts";
import { fits, standsStill } from "./support/still.ts";
import { askToSubmit } from "./support/take.ts";
import { themesOf, wear } from "./support/themes.ts";
import { isTidy } from "./support/tidy.ts";

// Checked is what stands still: transitions between sizes and themes would only be waited for.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const PICTURES = process.env.INVIGIL_PICTURES;
const FULL = Boolean(PICTURES) || process.env.INVIGIL_ROOMS === "full";
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { name: "390", width: 390, height: 844 };
const OTHERS = [
  { name: "1440", ...DESKTOP },
  { name: "1280", width: 1280, height: 800 },
  // A window of 1280 by 800 at 200 % zoom.
  { name: "zoom", width: 640, height: 400 },
];

/** The one of some that a room's turn is, or all of them. */
const share = <T>(of: T[], turn: number): T[] => (FULL ? of : of.filter((_, n) => n === turn % of.length));

interface Room {
  name: string;
  path: string;
  /** Opens what has no address of its own. */
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();

async function repair(page: Page): Promise<void> {
  await press("Actions for question 1")(page);
  await page.getByRole("menuitem", { name: "Repair the key…" }).click();
}

const adminRooms = ({
  test: sample,
  taken,
  divided,
  result,
  others,
  banked,
  waiting,
  running,
  hall,
  entrance,
}: Story): Room[] => [
  { name: "overview", path: "/admin" },
  { name: "notifications", path: "/admin", act: press(/^Notifications/) },
  { name: "palette", path: "/admin", act: (page) => page.keyboard.press("Control+k") },
  { name: "keys", path: "/admin", act: (page) => page.keyboard.press("?") },
  { name: "tests", path: "/admin?tab=tests" },
  { name: "test", path: `/admin/tests/${sample}` },
  { name: "test-questions", path: `/admin/tests/${sample}/questions` },
  { name: "test-people", path: `/admin/tests/${taken}/people` },
  { name: "test-settings", path: `/admin/tests/${sample}/settings` },
  { name: "sections", path: `/admin/tests/${divided}/questions` },
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
  { name: "repair", path: `/admin/tests/${taken}/results?view=matrix`, act: repair },
  { name: "similar", path: `/admin/tests/${taken}/results?view=similar` },
  { name: "ranking-result", path: `/admin/tests/${taken}/results?result=${result}` },
  { name: "compare", path: `/admin/tests/${taken}/results?compare=${[result, ...others].join(",")}` },
  { name: "ranking-divided", path: `/admin/tests/${divided}/results` },
  { name: "similar-pair", path: `/admin/tests/${divided}/results?view=similar` },
  { name: "queue", path: "/admin?tab=scoring" },
  { name: "submission", path: `/admin?tab=scoring&submission=${waiting}` },
  { name: "by-question", path: "/admin?tab=scoring&by=question" },
  ...["applicants", "email", "company", "theme", "admins", "data", "evidence", "runners", "webhooks", "lti", "operations"].map((tab) => ({
    name: `settings-${tab}`,
    path: `/admin?settings=${tab}`,
  })),
  { name: "new-webhook", path: "/admin?settings=webhooks", act: press("New webhook") },
  { name: "new-platform", path: "/admin?settings=lti", act: press("Add platform") },
  { name: "api-tokens", path: "/admin/api-tokens" },
  { name: "new-token", path: "/admin/api-tokens", act: press("New token") },
  { name: "panel-calendar", path: `/admin/tests/${sample}/settings`, act: press("Panel's calendar") },
  { name: "no-page", path: "/no/such/page" },
  { name: "monitoring", path: `/monitoring?invite=${running}` },
  { name: "wall", path: "/monitoring?view=wall" },
  { name: "focus", path: `/monitoring?view=wall&focus=${running}` },
  { name: "monitor", path: `/monitor/${running}` },
  { name: "sessions", path: "/admin/sessions" },
  { name: "new-session", path: "/admin/sessions", act: press("New session") },
  { name: "session", path: `/admin/sessions/${hall}` },
  { name: "session-shares", path: `/admin/sessions/${hall}`, act: press("Assign to proctors") },
  { name: "session-announce", path: `/admin/sessions/${hall}`, act: press("Announce...") },
  { name: "session-code", path: `/admin/sessions/${hall}?show=code` },
  { name: "entrance", path: `/admin/sessions/${entrance}` },
];

async function enter(page: Page, url: string, { name, path, act }: Room): Promise<void> {
  await page.setViewportSize(DESKTOP);
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

async function fitsEverywhere(page: Page, name: string, turn: number): Promise<void> {
  for (const { name: size, ...viewport } of [...share(OTHERS, turn), PHONE]) {
    await page.setViewportSize(viewport);
    await isLoaded(page);
    await fits(page, `${name}, ${size}`);
    await standsStill(page);
    await shoot(page, `${name}-classic-${size}`);
    await isTidy(page, `${name}, ${size}`);
  }
}

type Look = (name: string) => Promise<void>;

/** Checks the room at its sizes, and its contrast in dark themes, which does not depend on the size. */
async function looking(page: Page, url: string, { api }: Story): Promise<Look> {
  const { light, dark } = await themesOf(page, url, api);
  let turn = 0;
  return async (name) => {
    turn += 1;
    await fitsEverywhere(page, name, turn);
    await page.setViewportSize(DESKTOP);
    await isLoaded(page);
    for (const theme of share(dark, turn)) {
      await wear(page, theme);
      await standsStill(page);
      await shoot(page, `${name}-${theme.name}-1440`);
      expect.soft(await axe(page, COLOURS), `${name}, ${theme.name}`).toEqual([]);
    }
    await wear(page, light);
  };
}

/** From the invitation to the receipt, with every kind of question between. */
async function candidate(page: Page, url: string, { api, test: sample }: Story, look: Look): Promise<void> {
  const self = await api.invite(sample, "sam@example.org", "Maximilian von und zu Unterschleissheim-Obermenzing", { no_schedule: false, admin_scheduled: false });
  const open = await api.invite(sample, "cara@example.org", "Cara Candidate");
  await page.goto(`${url}/test-invite/${self.token}`);
  await look("candidate-invite");
  await press("Schedule Test")(page);
  await look("candidate-schedule");
  await page.goto(`${url}/take-test/${open.token}`);
  await expect(page.getByRole("button", { name: "Start Test" })).toBeVisible();
  await look("candidate-intro");
  await page.getByRole("checkbox", { name: "I have read this text and accept it" }).check();
  await press("Start Test")(page);
  const questions = Number(/of (\d+)/.exec(await page.getByText(/^Question 1 of \d+$/).innerText())?.[1]);
  for (let n = 1; n <= questions; n++) {
    await expect(page.getByText(`Question ${n} of ${questions}`)).toBeVisible();
    await look(`candidate-question-${n}`);
    if (n < questions) await press("Next")(page);
  }
  await askToSubmit(page);
  await look("candidate-submit");
  await page.getByRole("dialog").getByRole("button", { name: "Submit Test" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await look("candidate-receipt");
}

/** The page before the test of someone in an exam session, whom no one has let in yet. */
async function waiting(page: Page, url: string, { api, taken, entrance }: Story, look: Look): Promise<void> {
  const invite = await api.invite(taken, "wilhelmina@example.org", "Wilhelmina Featherstonehaugh-Cholmondeley");
  await api.send("PUT", `/sessions/${entrance}/people`, { add: [invite.id] });
  await page.goto(`${url}/take-test/${invite.token}`);
  await expect(page.getByRole("region", { name: "Your exam session" })).toBeVisible();
  await look("candidate-waiting");
}

/** Pages of those without an account here, and of an applicant. */
async function guests(page: Page, server: Server, { api, result, others }: Story, look: Look): Promise<void> {
  const submission_ids = [result, ...others].slice(0, 2);
  const { link } = await api.send<{ link: string }>("POST", "/shares", { submission_ids, scores: true, history: true });
  for (const [name, path] of [
    ["unknown-invite", "/test-invite/unknown"],
    ["unknown-test", "/take-test/unknown"],
    ["shared", new URL(link).pathname],
    ["no-shared", "/shared/unknown"],
    ["verify", "/verify/unknown"],
  ] as const) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole("heading").filter({ visible: true }).first(), name).toBeVisible();
    await look(name);
  }
  await page.goto(`${server.url}/login`);
  // The receipt of the candidate who was here.
  await press("Dismiss")(page);
  await page.getByPlaceholder("Enter your email").fill(DEMO.applicant.email);
  await page.getByPlaceholder("Enter your password").fill(DEMO.applicant.password);
  await press("Sign In")(page);
  await expect(page.getByRole("heading", { name: "Upcoming" })).toBeVisible();
  await look("applicant");
}

// Half a hundred rooms in two walks, which run beside each other.
for (const part of [0, 1])
  test(`every room of administrators is tidy at its sizes, with enough contrast in dark themes, part ${part + 1}`, async ({ page, server }) => {
    // A machine with other work needs more than the time of a test.
    test.slow();
    const story = await storyOf(server);
    const look = await looking(page, server.url, story);
    await expect(page.getByPlaceholder("Enter your email")).toBeVisible();
    if (part === 0) await look("sign-in");
    await signIn(page, server, DEMO.admin);
    for (const room of adminRooms(story).filter((_, n) => n % 2 === part)) {
      await enter(page, server.url, room);
      await look(room.name);
    }
  });

test("every room of candidates is tidy at its sizes, with enough contrast in dark themes", async ({ page, server }) => {
  const story = await storyOf(server);
  const look = await looking(page, server.url, story);
  await candidate(page, server.url, story, look);
  await waiting(page, server.url, story, look);
  await guests(page, server, story, look);
});

test("the list of a session is printed dark on white in every theme", async ({ page, server }) => {
  const story = await storyOf(server);
  const { light, dark } = await themesOf(page, server.url, story.api);
  await signIn(page, server, DEMO.admin);
  await page.goto(`${server.url}/admin/sessions/${story.hall}`);
  await isLoaded(page);
  await page.emulateMedia({ media: "print" });
  for (const theme of [light, ...dark]) {
    await wear(page, theme);
    await expect(page.locator(".paper")).toBeVisible();
    await expect(page.getByRole("main")).toBeHidden();
    const seen = await page.locator(".paper").evaluate((paper) => ({
      ink: getComputedStyle(paper).color,
      ground: getComputedStyle(document.body).backgroundColor,
      scheme: getComputedStyle(document.documentElement).colorScheme,
    }));
    expect.soft(seen, theme.name).toEqual({ ink: "rgb(0, 0, 0)", ground: "rgb(255, 255, 255)", scheme: "light" });
    await shoot(page, `session-paper-${theme.name}`);
  }
});
