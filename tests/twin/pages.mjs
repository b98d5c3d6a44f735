// pages.mjs URL TOKEN...: pages of candidates in a browser, who type. Each acknowledged save is a line of JSON.
// No one touches them when a server dies: they must save again by themselves.

import { chromium } from "../e2e/node_modules/playwright/index.mjs";

const PAUSE = 400;
const [url, ...tokens] = process.argv.slice(2);
const camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", ...camera] });

async function candidate(token) {
  const page = await (await browser.newContext()).newPage();
  page.on("response", (response) => {
    const request = response.request();
    if (request.method() !== "PUT" || !request.url().endsWith("/answers") || response.status() !== 200) return;
    const key = request.headers()["x-attempt-key"];
    const sent = request.postData() ?? "";
    // A page that was cut off may send the form that filters do not read.
    const body = JSON.parse(sent.startsWith("{") ? sent : Buffer.from(sent, "base64").toString());
    for (const { question_id, seq } of body.answers ?? []) {
      console.log(JSON.stringify({ token, key, question: question_id, seq }));
    }
  });
  await page.goto(`${url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  const answer = page.getByRole("textbox", { name: /answer/i });
  await answer.waitFor().catch(async (error) => {
    console.error(await page.locator("body").innerText());
    throw error;
  });
  for (let n = 0; ; n += 1) {
    await answer.fill(`Typed ${n} times, each a little more than before.`);
    await page.waitForTimeout(PAUSE);
  }
}

await Promise.all(tokens.map(candidate));
