// Three candidates, watched by two administrators at once: on a wall and on a single monitor.

import type { Browser, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";
import { arrives, keepConnections, widest } from "./support/video.ts";

const PEOPLE = [
  ["cara@example.org", "Cara Candidate"],
  ["dora@example.org", "Dora Diligent"],
  ["emil@example.org", "Emil Eager"],
] as const;
const SECOND = { email: "grace@example.org", name: "Grace Second", password: "correct horse battery" };

async function newPage(browser: Browser, server: Server, complaints: string[]): Promise<Page> {
  const context = await browser.newContext();
  await keepConnections(context);
  watch(context, complaints, server);
  return context.newPage();
}

async function start(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
}

const tile = (page: Page, name: string) =>
  page.getByRole("list", { name: "Live pictures" }).getByRole("button", { name });

test("a wall and a single monitor of the same three candidates", async ({ browser, context, page, server, complaints }) => {
  await keepConnections(context);
  const api = await Api.signIn(server);
  await api.send("POST", "/admin/create-admin", { ...SECOND, full_name: SECOND.name });
  const test_id = await api.createTest();
  const invites = await Promise.all(PEOPLE.map(([email, name]) => api.invite(test_id, email, name)));
  const candidates = await Promise.all(invites.map(() => newPage(browser, server, complaints)));
  await Promise.all(candidates.map((candidate, n) => candidate.goto(`${server.url}/take-test/${invites[n]?.token}`)));
  // Sequentially: the wall sorts by start time.
  for (const candidate of candidates) await start(candidate);
  const [cara, , emil] = candidates as [Page, Page, Page];

  // The wall: three videos, really decoded.
  await signIn(page, server);
  await page.goto(`${server.url}/monitoring?view=wall`);
  await expect(page.getByText("3 tests running")).toBeVisible();
  for (const [, name] of PEOPLE) await expect(tile(page, name)).toContainText("LIVE");
  await arrives(page, 3);

  // The second administrator watches one of them over a separate connection.
  const single = await newPage(browser, server, complaints);
  await signIn(single, server, SECOND);
  await single.goto(`${server.url}/monitor/${invites[0]?.id}`);
  await expect(single.getByText("Your link: Connected", { exact: true })).toBeVisible();
  await expect(single.getByText("Test In Progress")).toBeVisible();
  await arrives(single, 1);

  // Focus by click, by key, and back.
  await tile(page, "Dora Diligent").click();
  await expect(page.getByRole("region", { name: "Focus: Dora Diligent" })).toBeVisible();
  // The candidate's browser first estimates its bandwidth, which it underestimates on a busy machine.
  await expect.poll(() => widest(page), { timeout: 90_000 }).toBe(640);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: /^Focus/ })).toHaveCount(0);
  await expect(tile(page, "Dora Diligent")).toBeFocused();
  await page.keyboard.press("k");
  await expect(tile(page, "Cara Candidate")).toBeFocused();
  await page.keyboard.press("Enter");
  const focus = page.getByRole("region", { name: "Focus: Cara Candidate" });
  await expect(focus).toBeVisible();

  // A flag from the wall is on the other administrator's timeline; a message reaches the candidate, and is seen.
  await focus.getByRole("button", { name: "Flag Incident" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("A second voice in the room.");
  await page.getByRole("dialog").getByRole("button", { name: "Flag Incident" }).click();
  await expect(page.getByText("Incident flagged")).toBeVisible();
  await expect(single.getByText("A second voice in the room.")).toBeVisible();
  await single.getByPlaceholder("Write to the candidate").fill("Please move into the light.");
  await single.getByRole("button", { name: "Send Message" }).last().click();
  await expect(cara.getByText("Please move into the light.").first()).toBeVisible();
  await expect(single.getByText("Not seen yet")).toBeVisible();
  await cara.getByRole("button", { name: "Got it" }).click();
  await expect(single.getByText(/^Seen /)).toBeVisible();

  // A screenshot is stored and shown.
  await single.getByRole("button", { name: "Take Screenshot" }).click();
  await expect(single.getByText("Screenshot stored")).toBeVisible();
  await expect(single.getByRole("button", { name: /^Screenshot of .*: show large$/ })).toBeEnabled();

  // The candidate reloads: both viewers get the video back without interaction.
  await cara.reload();
  await expect(cara.getByText("Question 1 of 3")).toBeVisible();
  await arrives(single, 1);
  await arrives(page, 3);
  await expect(tile(page, "Cara Candidate")).toContainText("LIVE");

  // Ending a test requires a reason, submits saved answers and removes the tile; the result shows all of it.
  await page.keyboard.press("Escape");
  await tile(page, "Emil Eager").click();
  await page.getByRole("region", { name: "Focus: Emil Eager" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "End test" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: /Reason/ }).fill("The candidate asked for it.");
  await page.getByRole("dialog").getByRole("button", { name: "End test" }).click();
  await expect(page.getByText("2 tests running")).toBeVisible();
  await expect(emil.getByText("Question 1 of 3")).toHaveCount(0);
  await page.goto(`${server.url}/admin?tab=results`);
  await page.getByRole("button", { name: "View Details" }).filter({ visible: true }).first().click();
  const result = page.getByRole("dialog");
  await expect(result.getByText("The candidate asked for it.")).toBeVisible();
  await expect(result.getByText("The video began")).toBeVisible();
  await expect(result.getByText("Monitored", { exact: true }).first()).toBeVisible();
  await Promise.all([...candidates, single].map((one) => one.context().close()));
});
