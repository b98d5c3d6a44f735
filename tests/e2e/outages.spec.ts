// Time that candidates lost while the server was away: proposed, changed and given back.

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

/** Twice what counts as a short interruption: when the last sign of life was is known to some seconds. */
const AWAY_MS = 30_000;
const BLIP_SECONDS = 15;

interface Held {
  attempts: { back: boolean }[];
}

interface Running {
  deadline: string;
}

test("time lost to a killed server is proposed, and given back with a reason", async ({ page, server, context }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  const deadline = async () => Date.parse((await api.get<Running>(`/invites/${invite.id}`)).deadline);
  const before = await deadline();

  await server.stop("SIGKILL");
  await page.waitForTimeout(AWAY_MS);
  await server.start();

  const admin = await context.newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/monitoring`);
  const strip = admin.getByRole("region", { name: "Lost time" });
  await expect(strip).toContainText(/The server was unavailable for 0:\d\d\. One candidate was held up: give 0:\d\d back\./);
  for (const width of [390, 1280, 1440]) {
    await admin.setViewportSize({ width, height: 900 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} px`).toBe(true);
  }
  await admin.screenshot({ path: test.info().outputPath("strip.png") });

  // A page that comes back later changes the outage, and the dialog asks to check it again.
  await expect.poll(async () => (await api.get<Held[]>("/admin/outages"))[0]?.attempts[0]?.back).toBe(true);
  await strip.getByRole("button", { name: "Review…" }).click();
  const dialog = admin.getByRole("dialog", { name: "Lost time" });
  const seconds = dialog.getByLabel("Seconds for Cara Candidate");
  expect(Number(await seconds.inputValue())).toBeGreaterThan(BLIP_SECONDS);
  await seconds.fill("60");
  await dialog.getByLabel("Reason").fill("The server was killed");
  expect(await axe(admin)).toEqual([]);
  await admin.screenshot({ path: test.info().outputPath("review.png") });
  await dialog.getByRole("button", { name: "Give back" }).click();
  await expect(admin.getByText("Time given back to 1 candidate")).toBeVisible();
  await expect(strip).toBeHidden();
  await expect.poll(async () => (await deadline()) - before).toBe(60_000);
});
