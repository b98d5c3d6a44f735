// Sections with their own time, and one-way ones: made by an author, taken by candidates with reloads, two tabs and
// without network.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { fits, standsStill } from "./support/still.ts";
import { submit, write } from "./support/take.ts";

const PICTURES = process.env.INVIGIL_PICTURES;

const essay = (id: string) => ({ question: { id, type: "essay", question: `Question ${id}?`, points: 2 } });
const part = (title: string, ids: string[], rules: object = {}) => ({ title, items: ids.map(essay), ...rules });

async function begin(page: Page, api: Api, url: string, sections: object[], minutes = 30): Promise<string> {
  const made = await api.send<{ id: string }>("POST", "/tests", { title: "In sections", duration_minutes: minutes, sections });
  const invite = await api.invite(made.id, "cara@example.org", "Cara Candidate");
  await page.goto(`${url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  return invite.token;
}

interface Detail {
  answers: { answer: string }[];
  late_answers: { answer: string; reason: string }[];
  timeline: { entries: { kind: string; text: string }[] };
}

async function detailOf(api: Api): Promise<Detail> {
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  return api.get<Detail>(`/results/${results[0]?.submission_id}`);
}

/** The page without accessibility problems and scrollbars across, in three sizes. */
async function sound(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: width > 500 ? 900 : 844 });
    await fits(page, `${name}, ${width} px`);
    await standsStill(page);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/sections-${name}-${width}.png`, animations: "disabled" });
    expect(await axe(page)).toEqual([]);
  }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true, level: 2 });
const begins = (page: Page, number: number) => page.getByRole("button", { name: `Begin section ${number}` });

test("a candidate goes through sections, with a reload, two tabs and a way back that is closed", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  const token = await begin(page, api, server.url, [
    part("Reading", ["a1", "a2"], { time_minutes: 10 }),
    part("Listening", ["b1"], { one_way: true }),
    part("Writing", ["c1"]),
  ]);
  await expect(heading(page, "Reading")).toBeFocused();
  await expect(page.getByText("You have 10 minutes for it")).toBeVisible();
  await sound(page, "entry");
  await begins(page, 1).press("Enter");
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText("0:09:59", { timeout: 10_000 });
  await expect(heading(page, "Question 1")).toBeFocused();
  await write(page, "read");
  await sound(page, "running");
  await page.reload();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("read");
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:09:\d\d/);

  // A second tab follows.
  const other = await context.newPage();
  await other.goto(`${server.url}/take-test/${token}`);
  await expect(other.getByRole("textbox", { name: /answer/i })).toHaveValue("read");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(heading(page, "Listening")).toBeFocused();
  await begins(page, 2).click();
  await expect(heading(page, "Question 3")).toBeVisible();
  await other.getByRole("button", { name: "All questions" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Question 3, unanswered" }).click();
  await write(other, "heard");
  // The first section is not one-way.
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(heading(page, "Question 2")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(heading(page, "Writing")).toBeFocused();
  await expect(page.getByText("You cannot come back to “Listening” from here on.")).toBeVisible();
  await begins(page, 3).click();
  await expect(heading(page, "Question 4")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.getByRole("button", { name: "All questions" }).click();
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("button", { name: "Question 3, answered" })).toBeDisabled();
  await expect(palette.getByText("Listening, over")).toBeVisible();
  await sound(page, "questions");
  await page.keyboard.press("Escape");
  // The other tab is taken along.
  await expect(heading(other, "Question 4")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await write(page, "written");
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  const detail = await detailOf(api);
  expect(detail.answers.map(({ answer }) => answer)).toEqual(["read", "", "heard", "written"]);
  expect(detail.late_answers).toEqual([]);
});

test("a section ends while the network is away, and the next one begins without it", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  await begin(page, api, server.url, [part("Quick", ["a1"], { time_minutes: 1 }), part("Slow", ["b1"], { time_minutes: 20 })]);
  await begins(page, 1).click();
  await write(page, "online");
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("textbox", { name: /answer/i }).fill("online, and offline");
  // By the page's own clock.
  await expect(heading(page, "Slow")).toBeFocused({ timeout: 90_000 });
  await expect(page.getByText("The time of “Quick” is over. Your answers are kept.")).toBeVisible();
  await begins(page, 2).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("begun offline");
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:19:\d\d/);
  // Longer than answers of the first section may be on their way.
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:19:(3|2)\d/, { timeout: 60_000 });
  await context.setOffline(false);
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible({ timeout: 60_000 });
  // Begun when the candidate did, not when the server learned of it.
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:19:[0-3]\d/);
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  const detail = await detailOf(api);
  expect(detail.answers.map(({ answer }) => answer)).toEqual(["online", "begun offline"]);
  expect(detail.late_answers.map(({ answer }) => answer)).toEqual(["online, and offline"]);
});

test("two tabs begin a section at once, a click too many begins none, and a crash of the server loses none", async ({ page, context, server }) => {
  const api = await Api.signIn(server);
  const token = await begin(page, api, server.url, [
    part("First", ["a1"], { time_minutes: 20 }),
    part("Second", ["b1"], { time_minutes: 5, one_way: true }),
    part("Third", ["c1"]),
  ]);
  await expect(begins(page, 1)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${server.url}/take-test/${token}`);
  await expect(begins(other, 1)).toBeVisible();
  // One may take the other along before its click.
  await Promise.allSettled([page, other].map((tab) => begins(tab, 1).click({ timeout: 3_000 })));
  for (const tab of [page, other]) {
    await expect(heading(tab, "Question 1")).toBeVisible();
    await expect(tab.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:19:\d\d/);
  }
  await write(page, "first");
  // The second click of a double click falls on the entry, which is where Next was.
  await page.getByRole("button", { name: "Next" }).dblclick();
  await expect(heading(page, "Second")).toBeVisible();
  await expect(begins(page, 2)).toBeVisible();
  await server.stop("SIGKILL");
  await begins(page, 2).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("while the server was down");
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:04:\d\d/);
  await server.start();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("while the server was down");
  await expect(page.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:0[34]:\d\d/);
  await page.getByRole("button", { name: "Next" }).click();
  await begins(page, 3).click();
  // Killed right after the entry: the page sends it again.
  await server.stop("SIGKILL");
  await server.start();
  await write(page, "third");
  await page.reload();
  await expect(heading(page, "Question 3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await submit(page);
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();
  const again = await Api.signIn(server);
  const detail = await detailOf(again);
  expect(detail.answers.map(({ answer }) => answer)).toEqual(["first", "while the server was down", "third"]);
  expect(detail.late_answers).toEqual([]);
  const entries = detail.timeline.entries.filter(({ kind }) => kind === "section");
  expect(entries.map(({ text }) => text)).toEqual(["Section 1 of 3", "Section 2 of 3", "Section 3 of 3"]);
});

test("sections begun without a server stand a reload and a jump of the clock, and stay closed", async ({ page, server }) => {
  const api = await Api.signIn(server);
  // The machine's clock, which a candidate may change; the page's steady clock continues.
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + Number(sessionStorage.getItem("jump") ?? 0);
  });
  await begin(page, api, server.url, [
    part("First", ["a1"], { time_minutes: 20, one_way: true }),
    part("Second", ["b1"], { time_minutes: 5 }),
    part("Third", ["c1"]),
  ]);
  await begins(page, 1).click();
  await write(page, "first");
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  const shellKept = () => page.evaluate(async () => Boolean(await caches.match("/take-test/", { ignoreVary: true })));
  await expect.poll(shellKept).toBe(true);
  await server.stop("SIGKILL");
  await page.getByRole("button", { name: "Next" }).click();
  await begins(page, 2).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("second");
  const left = page.getByRole("timer", { name: "Left in this section" });
  const previous = page.getByRole("button", { name: "Previous" });
  await page.evaluate(() => sessionStorage.setItem("jump", "-86400000"));
  // The page notes by how much its clock differs from the server's now.
  const difference = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open("invigil-journal");
          opening.onsuccess = () => {
            const reading = opening.result.transaction("attempts").objectStore("attempts").getAll();
            reading.onsuccess = () => resolve(reading.result[0].snapshot.clock_offset);
            opening.result.close();
          };
        }),
    );
  await expect.poll(difference, { timeout: 20_000 }).toBeGreaterThan(86_000_000);
  await expect(left).toHaveText(/0:04:\d\d/);
  // The page comes from its service worker, the attempt from IndexedDB.
  await page.reload();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("second");
  await expect(left).toHaveText(/0:04:\d\d/);
  await expect(previous).toBeDisabled();
  await page.evaluate(() => sessionStorage.setItem("jump", "86400000"));
  await page.getByRole("textbox", { name: /answer/i }).fill("second, and more");
  await expect(left).toHaveText(/0:04:\d\d/);
  await server.start();
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("second, and more");
  await expect(left).toHaveText(/0:0[34]:\d\d/);
  await expect(previous).toBeDisabled();
});

test("another browser takes over in the section that the server knows of", async ({ page, browser, server }) => {
  const api = await Api.signIn(server);
  const token = await begin(page, api, server.url, [
    part("First", ["a1"], { time_minutes: 20 }),
    part("Second", ["b1"], { time_minutes: 5, one_way: true }),
    part("Third", ["c1"]),
  ]);
  await begins(page, 1).click();
  await write(page, "first");
  await expect(page.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Next" }).click();
  await begins(page, 2).click();
  await page.getByRole("textbox", { name: /answer/i }).fill("offline, and lost to the other browser");

  const [row] = await api.get<{ attempt_id: string }[]>("/invites");
  await api.send("POST", `/attempts/${row?.attempt_id}/release`, { reason: "Broken laptop" });
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.url}/take-test/${token}`);
  await other.getByRole("button", { name: /Resume|Continue|Start Test/ }).click();
  await expect(other.getByRole("textbox", { name: /answer/i })).toHaveValue("first");
  await expect(other.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:1\d:\d\d/);
  await page.context().setOffline(false);
  await expect(page.getByText(/now open in another browser/).first()).toBeVisible({ timeout: 60_000 });
  // What the first browser claims moves nothing.
  await other.reload();
  await expect(other.getByRole("timer", { name: "Left in this section" })).toHaveText(/0:1\d:\d\d/);
  await other.getByRole("button", { name: "Next" }).click();
  await expect(begins(other, 2)).toBeVisible();
  await begins(other, 2).click();
  await expect(other.getByRole("textbox", { name: /answer/i })).toHaveValue("");
  await write(other, "second");
  await other.getByRole("button", { name: "Next" }).click();
  await begins(other, 3).click();
  await write(other, "third");
  await submit(other);
  await expect(other.getByText(/Test submitted successfully!/)).toBeVisible();
  const detail = await detailOf(api);
  expect(detail.answers.map(({ answer }) => answer)).toEqual(["first", "second", "third"]);
  expect(detail.late_answers.map(({ answer }) => answer)).toEqual(["offline, and lost to the other browser"]);
  await other.context().close();
});

test("an author gives a section its own time and makes it one-way", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const made = await api.send<{ id: string }>("POST", "/tests", { title: "Divided", duration_minutes: 30, sections: [part("First", ["a1"]), part("Second", ["b1"])] });
  await signIn(page, server);
  await page.goto(`${server.url}/admin/tests/${made.id}/questions`);
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "Section 1: First" }).click();
  const first = page.getByRole("group", { name: "Section 1" });
  await first.getByLabel("Own time in minutes").fill("0");
  await expect(first.getByText("From 1 to 480")).toBeVisible();
  await first.getByLabel("Own time in minutes").fill("12");
  await first.getByLabel("One-way").check();
  await sound(page, "editor");
  await page.getByRole("button", { name: "Update test" }).click();
  const stored = async () => {
    const [found] = await api.get<{ sections: { time_minutes?: number; one_way: boolean }[] }[]>("/tests");
    return found?.sections.map(({ time_minutes, one_way }) => ({ time_minutes, one_way }));
  };
  await expect(page.getByText("Test updated successfully!")).toBeVisible();
  await expect.poll(stored).toEqual([
    { time_minutes: 12, one_way: true },
    { time_minutes: undefined, one_way: false },
  ]);
});
