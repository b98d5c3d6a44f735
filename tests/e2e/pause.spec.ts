// A pause: the questions are covered, the clock stands still, and the time comes back (docs/behaviour/taking.md#pause).

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

interface Running {
  deadline: string;
}

test("a proctor pauses a test and continues it", async ({ page, server, context }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  const choice = page.getByRole("radio", { name: "2", exact: true });
  await choice.check();
  const deadline = async () => Date.parse((await api.get<Running>(`/invites/${invite.id}`)).deadline);
  const before = await deadline();

  const admin = await context.newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/monitoring?invite=${invite.id}`);
  await admin.getByRole("button", { name: "Pause test" }).click();
  await expect(admin.getByText("PAUSED", { exact: true })).toBeVisible();

  await page.bringToFront();
  const cover = page.getByRole("heading", { name: "Your test is paused" });
  await expect(cover).toBeVisible();
  await expect(page.getByText("Your answers are saved.")).toBeVisible();
  await expect(choice).toBeHidden();
  const clock = page.getByRole("timer", { name: "Time left" });
  const left = await clock.textContent();
  expect(await axe(page)).toEqual([]);
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      `${width} px`,
    ).toBe(true);
    await page.screenshot({ path: test.info().outputPath(`paused-${width}.png`) });
  }
  // The same after a reload, with the clock where it was.
  await page.reload();
  await expect(cover).toBeVisible();
  await expect(clock).toHaveText(left ?? "");

  await admin.bringToFront();
  await admin.getByRole("button", { name: "Continue test" }).click();
  await expect(admin.getByRole("button", { name: "Pause test" })).toBeVisible();
  await page.bringToFront();
  await expect(cover).toBeHidden();
  await expect(choice).toBeChecked();
  await expect.poll(async () => (await deadline()) > before).toBe(true);
  await page.getByRole("radio", { name: "1", exact: true }).check();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
});
