// Pictures of the documentation: the demo at a fixed time, so that only what has changed differs between two runs.

import type { Page } from "@playwright/test";
import { DEMO, expect, isLoaded, type Story, signIn, storyOf, test } from "./support/demo.ts";
import { atFixedTime, keepPicture, NOW, webp } from "./support/docs-pictures.ts";
import { standsStill } from "./support/still.ts";

const LARGEST = 200 * 1024;

atFixedTime();

test.use({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });

/** A drawn person before a wall, instead of the browser's test picture. */
function drawnCamera(): void {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [640, 480];
  const draw = () => {
    const brush = canvas.getContext("2d");
    if (!brush) return;
    const disc = (x: number, y: number, wide: number, high: number, colour: string) => {
      brush.fillStyle = colour;
      brush.beginPath();
      brush.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI);
      brush.fill();
    };
    brush.fillStyle = "#c9d4dc";
    brush.fillRect(0, 0, 640, 480);
    brush.fillStyle = "#aab9c4";
    brush.fillRect(430, 60, 150, 200);
    disc(320, 500, 190, 190, "#35506b");
    disc(320, 225, 84, 102, "#d7a27e");
    disc(320, 160, 96, 62, "#3b2a22");
  };
  setInterval(draw, 100);
  draw();
  const stream = () => canvas.captureStream(10);
  navigator.mediaDevices.getUserMedia = async () => stream();
}

async function take(page: Page, name: string): Promise<void> {
  await isLoaded(page);
  await standsStill(page);
  keepPicture(name, await webp(page, await page.screenshot({ animations: "disabled", caret: "hide" })), LARGEST);
}

async function administration(page: Page, url: string, { taken }: Story): Promise<void> {
  await expect(page.getByRole("heading", { name: "Needs you" })).toBeVisible();
  await take(page, "overview");
  await page.goto(`${url}/admin/tests/${taken}/results`);
  await expect(page.getByRole("table", { name: "Candidates" })).toBeVisible();
  await take(page, "results");
  await page.goto(`${url}/monitoring?view=wall`);
  await expect(page.getByRole("button", { name: /./ }).first()).toBeVisible();
  // Each candidate at work sends a picture every few seconds.
  await expect.poll(() => page.locator("main img, main video").filter({ visible: true }).count()).toBeGreaterThan(2);
  await take(page, "wall");
}

async function question(page: Page, url: string, { api, test: sample }: Story): Promise<void> {
  const { token } = await api.invite(sample, "cara@example.org", "Cara Candidate");
  await page.goto(`${url}/take-test/${token}`);
  await page.getByRole("checkbox", { name: "I have read this text and accept it" }).check();
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/^Question 1 of/)).toBeVisible();
  await page.getByRole("radio").first().check();
  // The third one has code and a table.
  for (const n of [2, 3]) {
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(new RegExp(`^Question ${n} of`))).toBeVisible();
    await page.getByRole("radio").first().check();
  }
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await take(page, "question");
}

test("the pictures of the documentation", async ({ page, server }) => {
  await page.addInitScript(drawnCamera);
  await page.clock.install({ time: NOW });
  const story = await storyOf(server);
  // As on a server that is looked after: the overview does not ask for one.
  server.cli(["backup", test.info().outputPath("demo.backup")]);
  await question(page, server.url, story);
  await signIn(page, server, DEMO.admin);
  await administration(page, server.url, story);
});
