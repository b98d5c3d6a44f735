// IndexedDB hangs, as on a failing disk or behind another tab: answers still reach the server, and the
// test ends. A suspended leader tab must not keep pushes from the visible one.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, test } from "./support/fixtures.ts";
import { submit, write } from "./support/take.ts";

const DATABASE = "invigil-journal";
const saved = /Saved on the server at/;
const header = (page: Page, words: RegExp) => page.getByText(words).filter({ visible: true }).first();
const essay = (page: Page) => page.getByRole("textbox", { name: /answer/i });

/** Blocks the journal's database with a transaction that lasts as long as the page. */
async function hang(page: Page): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise<void>((held) => {
        indexedDB.open(name).onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest;
          const store = result.transaction(["attempts", "answers"], "readwrite").objectStore("attempts");
          const again = () => {
            store.count().onsuccess = again;
          };
          store.count().onsuccess = () => {
            again();
            held();
          };
        };
      }),
    DATABASE,
  );
}

/** Another tab waits to upgrade the database, and a third one keeps it open: no tab can open it. */
async function block(page: Page): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise<void>((blocked) => {
        indexedDB.open(name, 1).onsuccess = () => {
          indexedDB.open(name, 2).onblocked = () => blocked();
        };
      }),
    DATABASE,
  );
}

async function answers(api: Api): Promise<string[]> {
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  expect(results).toHaveLength(1);
  const detail = await api.get<{ answers: { answer: string }[] }>(`/results/${results[0]?.submission_id}`);
  return detail.answers.map(({ answer }) => answer);
}

test("a database that hangs during the test blocks neither saves nor the submit, and a reload loses nothing", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await write(page, "Before.");
  await expect(header(page, saved)).toBeVisible();

  await hang(page);
  const saves: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && request.url().endsWith("/answers") && saves.push(request.postData() ?? ""));
  await essay(page).fill("");
  await essay(page).pressSequentially("Typed while nothing can be written on this computer.", { delay: 100 });
  await expect.poll(() => saves.length).toBeGreaterThanOrEqual(2);
  await write(page, "Typed while it hangs.");
  await expect(header(page, saved)).toBeVisible();
  // The page does not claim that answers are kept on this computer.
  await expect(page.getByText("does not let the page keep answers on the computer")).toBeVisible();

  // The server does not get this one before the reload; the reload ends the blocking transaction.
  await page.route("**/answers", (route) => route.abort("internetdisconnected"));
  await essay(page).fill("Typed while it hangs, and without a network.");
  await expect(header(page, /Kept in this page only until/)).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: /question 2/i }).first().click();
  await expect(essay(page)).toHaveValue("Typed while it hangs, and without a network.");
  await page.unroute("**/answers");
  await expect(header(page, saved)).toBeVisible();

  await hang(page);
  await essay(page).fill("The last words.");
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  expect(await answers(api)).toEqual(["2", "The last words.", ""]);
});

test("a database that cannot be opened blocks nothing, and the test continues after a reload", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  const other = await context.newPage();
  await other.goto(`${server.url}/login`);
  await block(other);
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await write(page, "Kept by the server.");
  await expect(header(page, saved)).toBeVisible();
  await page.reload();
  // The same browser holds the attempt: no permission is needed.
  await page.getByRole("button", { name: /Start Test|Continue|Resume/ }).click();
  await page.getByRole("button", { name: /question 2/i }).first().click();
  await expect(essay(page)).toHaveValue("Kept by the server.");
  await write(page, "Kept by the server, twice.");
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  expect((await answers(api))[1]).toBe("Kept by the server, twice.");
});

test("a suspended leader tab does not keep messages from the visible one", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  const stream = page.waitForResponse((response) => response.url().endsWith("/events") && response.ok());
  await page.getByRole("button", { name: "Start Test" }).click();
  await stream;
  const second = await context.newPage();
  const streams: string[] = [];
  second.on("response", (response) => response.url().endsWith("/events") && response.ok() && streams.push(response.url()));
  await second.goto(`${server.url}/take-test/${invite.token}`);
  await expect(second.getByText(/Question \d of 3/)).toBeVisible();
  expect(streams).toEqual([]);

  // Chromium does not suspend visible tabs: simulate iOS by keeping the page's main thread busy.
  void page.evaluate(() => {
    const until = Date.now() + 15_000;
    while (Date.now() < until);
  });
  await expect.poll(() => streams.length).toBe(1);
  // It resumes, detects the takeover, and leaves the stream to the other one.
  await page.evaluate(() => "awake");
  const [row] = await api.get<{ attempt_id: string }[]>("/invites");
  await api.send("POST", `/attempts/${row?.attempt_id}/messages`, { text: "Please look here." });
  for (const tab of [page, second]) {
    await expect(tab.getByRole("region", { name: "Message from a proctor" })).toContainText("Please look here.");
  }
  expect(streams).toHaveLength(1);
});
