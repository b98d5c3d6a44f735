// Takes a whole test in a browser that trusts the local authority by policy, without switches that ignore certificate
// errors:
//   node browser.mjs CHROMIUM FOLDER
// Fails if a page requests anything from another host.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))("@playwright/test");
const origin = "https://tests.lan:8443";
const [executablePath, folder] = process.argv.slice(2);

const context = await chromium.launchPersistentContext(`${folder}/profile`, {
  executablePath,
  ignoreDefaultArgs: ["--headless"],
  args: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    // The browser's own background services, unrelated to the page.
    "--disable-features=OptimizationHints,MediaRouter,NetworkTimeServiceQuerying,AutofillServerCommunication",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE tests.lan",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
  ],
});
const foreignRequests = [];
context.on("request", (request) => {
  const { protocol, host } = new URL(request.url());
  const inside = protocol === "data:" || protocol === "blob:" || `https://${host}` === origin;
  if (!inside) foreignRequests.push(request.url());
});
const page = await context.newPage();
const consoleErrors = [];
page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));

await page.goto(`${origin}/login`);
assert.equal(await page.evaluate(() => window.isSecureContext), true, "cameras need a secure context");
await page.getByPlaceholder("Enter your email").fill("ada@tests.lan");
await page.getByPlaceholder("Enter your password").fill("correct horse");
await page.getByRole("button", { name: "Sign In" }).click();
await page.waitForURL(/\/admin|\/dashboard|\/$/);
await page.waitForFunction(() => localStorage.getItem("token"));

/** Calls the API as the signed-in administrator, from within the page. */
const call = (method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem("token")}` };
      if (body) headers["Content-Type"] = "application/json";
      const reply = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
    [method, path, body],
  );
const question = { type: "multiple_choice", question: "Which is a fruit?", options: ["Apple", "Iron"], correct_answer: "Apple", points: 1 };
const test = await call("POST", "/tests", { title: "Air gap", description: "", duration_minutes: 5, questions: [question] });
const invite = await call("POST", "/invites", {
  test_id: test.id,
  applicant_name: "Cara Candidate",
  applicant_email: "cara@tests.lan",
  no_schedule: true,
});

// The candidate has no session.
await page.evaluate(() => localStorage.clear());
await page.goto(`${origin}/take-test/${invite.token}`);
await page.getByRole("button", { name: "Start Test" }).click();
await page.getByRole("radio").first().check();
// The dialog that asks loads a moment after the first paint; a native one is dismissed until then.
const asks = page.getByRole("dialog");
while (!(await asks.isVisible())) {
  await page.getByRole("main").getByRole("button", { name: "Submit Test" }).click();
  await asks.waitFor({ timeout: 2_000 }).catch(() => {});
}
await asks.getByRole("button", { name: "Submit Test" }).click();
await page.getByText(/Test submitted successfully!/).waitFor();

assert.deepEqual(foreignRequests, []);
assert.deepEqual(consoleErrors, []);
await context.close();
