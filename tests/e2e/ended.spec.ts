// Messages to both sides when an administrator ends a test, and no layout shift on a lost connection.

import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

test("an end by an administrator is shown as such to the candidate and on the monitor page", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  const { attempt_id } = await api.get<{ attempt_id: string }>(`/invites/${invite.id}`);
  await api.send("POST", `/attempts/${attempt_id}/end`, { reason: "The fire alarm rang" });
  await expect(page.getByText("Your administrator ended the test. Score: 20%")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your administrator ended the test" })).toBeVisible();
  await expect(page.getByText("Test submitted successfully!")).toHaveCount(0);

  await page.getByRole("button", { name: "Dismiss" }).click();
  await signIn(page, server);
  await page.goto(`${server.url}/monitor/${invite.id}`);
  await expect(page.getByText("Test Completed")).toBeVisible();
  await expect(page.getByText("Cara Candidate")).toBeVisible();
  await expect(page.getByText("By an administrator")).toBeVisible();
  await expect(page.getByText("The fire alarm rang")).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("ended.png"), fullPage: true });
  await page.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("dialog", { name: "Cara Candidate" })).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`at ${width} px a lost connection is reported in full, without a layout shift`, async ({ page, server, context }) => {
    await page.setViewportSize({ width, height: 900 });
    const api = await Api.signIn(server);
    const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await page.getByRole("button", { name: "Start Test" }).click();
    await page.getByRole("radio", { name: "2", exact: true }).check();
    await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
    const heading = page.getByRole("heading", { name: "Question 1" });
    const before = await heading.boundingBox();
    await context.setOffline(true);
    await page.getByRole("radio", { name: "3", exact: true }).check();
    const words = page.getByText("Kept on this computer until the connection is back").filter({ visible: true });
    await expect(words).toBeVisible();
    await page.screenshot({ path: test.info().outputPath("offline.png") });
    expect(await heading.boundingBox()).toEqual(before);
    expect(await words.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    // One line of 16 px, and on a phone 10 px of padding below it.
    expect((await words.boundingBox())?.height).toBeLessThan(30);
  });
}
