// Admin workflows that no other test covers: bulk invites, scoring by keyboard,
// statistics, the wizard across a reload, the end of a session.

import type { Locator, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";

const PEOPLE = Array.from({ length: 1000 }, (_, n) => `Person ${n}, person${n}@example.org`);

/** Opens the dialog that invites many people to the only test, and types this list. */
async function typeList(page: Page, server: Server, lines: string[]): Promise<{ api: Api; dialog: Locator }> {
  const api = await Api.signIn(server);
  await api.createTest();
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=invites&send=many`);
  const dialog = page.getByRole("dialog", { name: "Bulk invite" });
  await dialog.getByLabel("People").fill(lines.join("\n"));
  return { api, dialog };
}

/** Chooses the test for a typed list. Returns the button that sends it. */
async function chooseTest(dialog: Locator): Promise<Locator> {
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Test", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("radio", { name: /No schedule/ }).check();
  return dialog.getByRole("button", { name: "Send 1000 Invites" });
}

async function takenBy(api: Api, test_id: string, email: string, name: string, essay: string): Promise<void> {
  const invite = await api.invite(test_id, email, name);
  await api.send("POST", `/start-test/${invite.token}`);
  const answers = [
    { question_id: "c0", answer: "2" },
    { question_id: "essay", answer: essay },
    { question_id: "code", answer: "fn main() {}" },
  ];
  await api.send("POST", `/submit-test/${invite.token}`, { answers });
}

test("a thousand people are invited from a pasted list, and the page renders a part of them at a time", async ({ page, server }) => {
  const { dialog } = await typeList(page, server, [...PEOPLE.slice(0, 500), "No Address", ...PEOPLE.slice(500)]);
  await expect(dialog.getByText("1000 people")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("1 row skipped")).toBeVisible();
  await (await chooseTest(dialog)).click();
  await expect(dialog.getByText("1000 invitations created")).toBeVisible({ timeout: 400_000 });
  // A thousand rows at once froze the page: the list shows one page of them.
  expect(await page.getByRole("row").count()).toBeLessThan(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  // Most mails are still queued.
  await expect(page.getByText(/Email (Queued|Sent)/).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("Email Failed", { exact: true })).toHaveCount(0);
  await page.getByLabel("Name or email").fill("person777@");
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page.getByText("person777@example.org").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText("person776@example.org")).toHaveCount(0);
});

test("a list goes on where a killed server ended it, and invites no person twice", async ({ page, server }) => {
  const { api, dialog } = await typeList(page, server, PEOPLE);
  const send = await chooseTest(dialog);
  await send.dblclick();
  const newest = async () => (await api.get<{ state: string; done: number }[]>("/jobs"))[0];
  await expect.poll(async () => (await newest())?.done ?? 0, { intervals: [20] }).toBeGreaterThan(0);
  await server.stop("SIGKILL");
  await expect(dialog.getByRole("alert")).toBeVisible({ timeout: 200_000 });
  await server.start();
  expect((await newest())?.state).toBe("interrupted");
  await send.click();
  // It goes on although its page is gone.
  await expect(dialog.getByText("It goes on if you leave this page.")).toBeVisible();
  await page.reload();
  await expect.poll(async () => (await newest())?.state, { timeout: 200_000 }).toBe("done");
  const invites = await api.get<{ applicant_email: string }[]>("/invites?limit=1000");
  const invited = invites.map((invite) => invite.applicant_email).filter((email) => email.startsWith("person"));
  expect(new Set(invited).size).toBe(1_000);
});

test("a typed list survives Escape, and its extra time reaches every invite", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await api.createTest();
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=invites&send=many`);
  const dialog = page.getByRole("dialog", { name: "Bulk invite" });
  const list = "Ada Lovelace, ada.l@example.org\nAlan Turing, alan@example.org, 45";
  await dialog.getByLabel("People").fill(list);
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("People")).toHaveValue(list);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Test", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("radio", { name: /No schedule/ }).check();
  await dialog.getByLabel(/Extra time/).first().fill("30");
  await dialog.getByRole("button", { name: "Send 2 Invites" }).click();
  await expect(dialog.getByText("2 invitations created")).toBeVisible();
  const invites = await api.get<{ applicant_name: string; extra_minutes?: number }[]>("/invites");
  const extra = Object.fromEntries(invites.map((invite) => [invite.applicant_name, invite.extra_minutes]));
  expect(extra).toEqual({ "Ada Lovelace": 30, "Alan Turing": 45 });

  // The list grew by one: sent again, it reaches only the new person.
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.goto(`${server.url}/admin?tab=invites&send=many`);
  await dialog.getByLabel("People").fill(`${list}\nGrace Hopper, grace@example.org`);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Test", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("radio", { name: /No schedule/ }).check();
  await expect(dialog.getByLabel(/already invited to this test/)).toBeChecked();
  await dialog.getByRole("button", { name: "Send 3 Invites" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 invitation created, 2 skipped");
  await expect(dialog.getByText("Skipped: already invited.")).toHaveCount(2);
});

test("a test chosen far down the monitoring list is shown beside it", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  for (let n = 0; n < 24; n++) {
    const invite = await api.invite(test_id, `c${n}@example.org`, `Candidate ${n}`);
    await api.send("POST", `/start-test/${invite.token}`);
  }
  await signIn(page, server);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/monitoring`);
  const last = page.getByRole("button", { name: /^Candidate 23/ });
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(page.getByRole("button", { name: "Stop Monitoring" })).toBeInViewport();
  await expect(last).toBeInViewport();
});

test.describe("during refreshes", () => {
  // A page controlled by the service worker would bypass the held request.
  test.use({ serviceWorkers: "block" });

  test("a list can be filtered while it refreshes", async ({ page, server }) => {
    const api = await Api.signIn(server);
    const test_id = await api.createTest();
    await api.invite(test_id, "cara@example.org", "Cara Candidate");
    await signIn(page, server);
    await page.goto(`${server.url}/admin?tab=invites`);
    await expect(page.getByText("cara@example.org").filter({ visible: true })).toHaveCount(1);
    // From now on a refresh never ends, as it seems while mails are sent by the hundred.
    let held = 0;
    const refresh = (url: URL) => url.pathname === "/api/invites" && !url.searchParams.get("search");
    await page.route(refresh, () => void held++);
    await api.invite(test_id, "dora@example.org", "Dora Done");
    await expect.poll(() => held).toBeGreaterThan(0);
    await page.getByLabel("Name or email").fill("dora@");
    await page.getByRole("button", { name: "Apply Filters" }).click();
    await expect(page.getByText("dora@example.org").filter({ visible: true })).toHaveCount(1);
    await expect(page.getByText("cara@example.org")).toHaveCount(0);
  });

  test("rows of the filter before cannot be chosen", async ({ page, server }) => {
    const api = await Api.signIn(server);
    await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
    await signIn(page, server);
    await page.goto(`${server.url}/admin?tab=invites`);
    const all = page.getByRole("checkbox", { name: "Select all in the list" });
    await expect(all).toBeVisible();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      (url) => url.pathname === "/api/invites" && url.searchParams.get("search") === "cara",
      (route) => answered.then(() => route.continue()),
    );
    await page.getByLabel("Name or email").fill("cara");
    const canBeReached = () =>
      all.evaluate((box: HTMLElement) => {
        box.focus();
        return box === document.activeElement;
      });
    await page.getByLabel("Name or email").press("Enter");
    await expect.poll(canBeReached).toBe(false);
    answer();
    await expect.poll(canBeReached).toBe(true);
  });
});

test("one question is scored across candidates by keyboard, with names hidden; statistics and results follow", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  await takenBy(api, test_id, "cara@example.org", "Cara Candidate", "With the log.");
  await takenBy(api, test_id, "dora@example.org", "Dora Done", "By guessing.");
  await takenBy(api, test_id, "emil@example.org", "Emil Early", "Partly.");
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=scoring&by=question&test=${test_id}`);
  await page.getByRole("button", { name: /How do you find a slow query/ }).click();
  await expect(page.getByText("With the log.")).toBeVisible();
  await expect(page.getByText("Cara Candidate")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("Cara Candidate")).toHaveCount(0);
  await page.keyboard.press("1");
  await expect(page.getByText("By guessing.")).toBeVisible();
  await page.keyboard.press("3");
  await expect(page.getByText("Partly.")).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByText("By guessing.")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByText("Partly.")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("spinbutton", { name: "Partial score" })).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1.5");
  await page.keyboard.press("Enter");
  const { results } = await expect
    .poll(async () => (await api.get<{ results: { applicant_name: string; score: number }[] }>("/results")).results.map((r) => r.score))
    .toEqual([35, 20, 50])
    .then(() => api.get<{ results: { applicant_name: string; score: number }[] }>("/results"));
  expect(results.map((r) => r.applicant_name)).toEqual(["Emil Early", "Dora Done", "Cara Candidate"]);

  await page.goto(`${server.url}/admin?tab=tests&statistics=${test_id}`);
  await expect(page.getByText("What does 0 + 2 make?").first()).toBeVisible();
  await expect(page.getByText(/Score distribution/i)).toBeVisible();
  await page.goto(`${server.url}/admin?tab=results&test=${test_id}`);
  await expect(page.getByText("3 results in total")).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /CSV/ }).click()]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
});

test("an unsaved question survives a reload, and duplicate options are reported while typing", async ({ page, server }) => {
  await signIn(page, server);
  await page.goto(`${server.url}/admin/create-test`);
  await page.getByPlaceholder("Enter test title").fill("Kept over a reload");
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await page.getByPlaceholder("Enter your question").fill("Half of a");
  await page.getByPlaceholder("Option 1").fill("Same");
  await page.getByLabel("Option 1 is the correct answer").check();
  await page.getByPlaceholder("Option 2").fill("Same");
  await expect(page.getByText("Two options are the same")).toBeVisible();
  await expect(page.getByLabel("Option 1 is the correct answer")).not.toBeChecked();
  await expect(page.getByLabel("Option 2 is the correct answer")).toBeDisabled();
  await page.getByPlaceholder("Option 2").fill("Other");
  await expect(page.getByText("Two options are the same")).toBeHidden();
  await page.reload();
  await page.getByRole("button", { name: "Continue draft" }).click();
  await expect(page.getByPlaceholder("Enter test title")).toHaveValue("Kept over a reload");
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await expect(page.getByPlaceholder("Enter your question")).toHaveValue("Half of a");
  await expect(page.getByPlaceholder("Option 2")).toHaveValue("Other");

  // Also an edit of an existing question.
  await page.getByLabel("Option 2 is the correct answer").check();
  await page.getByRole("button", { name: "Add Question" }).click();
  await page.getByRole("button", { name: /Edit question 1/i }).click();
  await page.getByPlaceholder("Enter your question").fill("Half of a change");
  await page.reload();
  await page.getByRole("button", { name: "Continue draft" }).click();
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await expect(page.getByPlaceholder("Enter your question")).toHaveValue("Half of a change");
  await page.getByRole("button", { name: "Update question" }).click();
  await expect(page.getByText("Half of a change")).toBeVisible();
  await expect(page.getByPlaceholder("Enter your question")).toHaveValue("");
});

test("an offered draft survives 'Save Draft' right after a reload", async ({ page, server }) => {
  await signIn(page, server);
  await page.goto(`${server.url}/admin/create-test`);
  await page.getByLabel("Title").fill("Half a test");
  const stored = () => page.evaluate(() => Object.values(localStorage).filter((value) => value.includes("Half a test")).length);
  await expect.poll(stored).toBe(1);
  await page.reload();
  await expect(page.getByRole("region", { name: "Unfinished draft" })).toContainText("Half a test");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await page.goto(`${server.url}/admin?tab=tests`);
  await expect(page.getByText("Half a test").first()).toBeVisible();
});

test("the end of a session is announced in time", async ({ page, server }) => {
  await page.clock.install();
  await signIn(page, server);
  await expect(page.getByText("Total Tests")).toBeVisible();
  await expect(page.getByText(/You will be signed out/)).toHaveCount(0);
  await page.clock.fastForward("11:56:00");
  await expect(page.getByText(/You will be signed out in \d minutes?/)).toBeVisible();
});

test("tests are imported from a file: previewed, corrected by its lines, then created", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=tests`);
  await page.getByRole("button", { name: "Create Test" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import tests" });
  const bring = (text: string, name = "tests.csv") =>
    dialog.getByLabel("File with tests").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  const head = "test,duration_minutes,type,question,points,option_1,option_2,option_3,correct_answer";
  const right = "Sums,20,multiple_choice,What does 1 + 1 make?,2,1,2,3,2";
  const commit = dialog.getByRole("button", { name: /^Import/ });
  await expect(commit).toBeDisabled();

  const asks = "  questions: [{type: essay, question: Why?}]";
  const wrong = ["- title: ' '", asks, "- title: Sums", asks, "  duration_minutes: 0"];
  await bring(wrong.join("\n"), "tests.yaml");
  const errors = dialog.getByRole("region", { name: "Must be fixed" });
  await expect(errors.getByRole("listitem")).toHaveCount(2);
  await expect(errors.getByText("line 1")).toBeVisible();
  await expect(errors.getByText("line 3")).toBeVisible();
  await expect(dialog.getByText("This file cannot be imported yet. Nothing was changed.")).toBeVisible();
  await expect(commit).toBeDisabled();
  expect(await api.get<object[]>("/tests")).toHaveLength(0);

  await bring([head, right, "Sums,20,essay,Why is it so?,3,,,,"].join("\n"));
  await expect(dialog.getByText("1 test with 2 questions")).toBeVisible();
  await expect(dialog.getByText("What does 1 + 1 make?")).toBeVisible();
  expect(await api.get<object[]>("/tests"), "looking makes nothing").toHaveLength(0);
  await commit.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").filter({ hasText: "Sums" })).toContainText("20 minutes");

  await page.getByRole("button", { name: "Create Test" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  await bring("what?", "tests.txt");
  await expect(dialog.getByRole("alert").or(errors)).toBeVisible();
  await expect(commit).toBeDisabled();
  expect(await api.get<object[]>("/tests")).toHaveLength(1);
});

test("days are typed or chosen, and the first Escape closes the calendar", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await api.createTest();
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=results`);
  await page.getByLabel("Start date").fill("11/02/2026");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2026-11-02/);
  await page.getByLabel("Start date").fill("");
  await page.keyboard.press("Tab");
  await expect(page).not.toHaveURL(/from=/);
  await page.goto(`${server.url}/admin?tab=invites`);
  await page.getByRole("button", { name: "Send Invite" }).first().click();
  await page.getByRole("dialog").getByLabel("Test", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Applicant name").fill("Nina");
  await page.getByLabel("Applicant email").fill("nina@example.org");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Admin-schedule").click();
  await page.getByRole("textbox", { name: "Date" }).click();
  await expect(page.locator(".react-datepicker")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".react-datepicker")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Date" })).toBeVisible();
  // The second one asks: there is input to lose.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
