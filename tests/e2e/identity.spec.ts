// Pictures of face and document that a waiting room compares (docs/behaviour/sessions.md#identity).

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";

const WIDTHS = [390, 1280, 1440];

test("a candidate is compared with their document, asked for a better picture, and let in", async ({
  page,
  server,
  context,
}) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  const session = await api.send<{ id: string }>("POST", "/sessions", {
    title: "Morning round",
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    waiting_room: true,
    identity: "face_and_document",
  });
  await api.send("PUT", `/sessions/${session.id}/people`, { add: [invite.id] });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Turn on the camera" }).click();
  const take = page.getByRole("button", { name: "Take picture" });
  const use = page.getByRole("button", { name: "Use this picture" });
  await take.click();
  await use.click();
  await expect(page.getByRole("button", { name: "Replace the picture of your face" })).toBeVisible();
  await take.click();
  expect(await axe(page)).toEqual([]);
  await use.click();
  await expect(page.getByRole("button", { name: "Replace the picture of your document" })).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} px`).toBe(true);
    await page.screenshot({ path: test.info().outputPath(`candidate-${width}.png`), fullPage: true });
  }

  const admin = await context.newPage();
  await signIn(admin, server);
  await admin.goto(`${server.url}/admin/sessions/${session.id}`);
  const face = admin.getByRole("button", { name: "Face of Cara Candidate, large" });
  await expect(face.locator("img")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Let in all who wait" })).toHaveCount(0);
  expect(await axe(admin)).toEqual([]);
  for (const width of WIDTHS) {
    await admin.setViewportSize({ width, height: 900 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} px`).toBe(true);
    await admin.screenshot({ path: test.info().outputPath(`entrance-${width}.png`), fullPage: true });
  }
  await face.click();
  await admin.keyboard.press("Escape");
  await admin.getByRole("button", { name: "Ask for new pictures: Cara Candidate" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The document cannot be read.");
  await dialog.getByRole("button", { name: "Ask for new pictures" }).click();
  await expect(admin.getByText("No pictures yet")).toBeVisible();

  await page.bringToFront();
  await expect(page.getByText("The document cannot be read.")).toBeVisible();
  // A reload in the middle: the wish stays.
  await page.reload();
  await expect(page.getByText("The document cannot be read.")).toBeVisible();
  await page.getByRole("button", { name: "Turn on the camera" }).click();
  await take.click();
  await use.click();
  await expect(page.getByRole("button", { name: "Replace the picture of your face" })).toBeVisible();

  await admin.bringToFront();
  // A picture that the proctor has not seen is refused (docs/behaviour/sessions.md#identity).
  await expect(face.locator("img")).toBeVisible();
  await admin.getByRole("button", { name: "Let in: Cara Candidate" }).click();
  await expect(admin.getByText("No one waits")).toBeVisible();

  await page.bringToFront();
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByRole("radio", { name: "2", exact: true })).toBeVisible();
});
