// The candidate's pages in pseudo-locales, from left to right and from right to left, on a phone: all that is shown comes from
// the catalogue and fits. And in a real language: it is chosen, kept, and there without a network.

import type { BrowserContext, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { everyKind } from "./support/every-kind.ts";
import { expect, test, watch } from "./support/fixtures.ts";
import { say, speakPseudo } from "./support/pseudo.ts";
import type { Server } from "./support/server.ts";
import { fits, standsStill } from "./support/still.ts";
import { unspoken } from "./support/unspoken.ts";

const TITLE = "Every kind of question";
const SESSION = "Morning round";
const QUESTIONS = 9;
/** By candidate and proctor. */
const SAID = "Please be quiet.";
/** What the author of `everyKind` and the candidate wrote, and what the practice shows as code. */
const WRITTEN: (string | RegExp)[] = [
  TITLE,
  SESSION,
  SAID,
  "Cara Candidate",
  ...["Choices", "Words", "Orders", "What does two and two make?", "Which are prime?", "How heavy is it?"],
  ...["Which command shows the history?", "Water boils at", "degrees in", ", which is a", "of France.", "How do you find a slow query?"],
  ...["Smallest first", "Capitals", "Print the answer.", "hundred", "one", "two", "three", "four", "ten", "city", "river"],
  /Fake [\w ]+/g,
  // The code of an invitation, for the entrance.
  /^[0-9A-Z]{6}$/,
  ...["France", "Spain", "Paris", "Madrid", "Rome", "kg", "Python", "What is two and two?"],
];

interface Walk {
  page: Page;
  context: BrowserContext;
  tag: "de" | "ar";
}

/** A page speaks the pseudo-locale only, and nothing is wider than the phone. */
async function sound({ page, tag }: Walk, where: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", tag);
  await expect(page.locator("html")).toHaveAttribute("dir", tag === "ar" ? "rtl" : "ltr");
  await expect(page.locator(".shimmer, .animate-spin").filter({ visible: true })).toHaveCount(0);
  // Soft, so that a run reports all of a walk.
  await expect.soft(async () => expect(await unspoken(page, WRITTEN)).toEqual([]), `${where} (${tag})`).toPass({ timeout: 5_000 });
  await standsStill(page);
  await fits(page, `${where} (${tag})`);
  await page.screenshot({ path: test.info().outputPath(`${tag}-${where}.png`), fullPage: true });
}

const press = (page: Page, part: string, key: string, values?: Record<string, string | number>) =>
  page.getByRole("button", { name: say(part, key, values) }).filter({ visible: true }).first().click();

async function open(browser: import("@playwright/test").Browser, server: Server, complaints: string[], tag: Walk["tag"]): Promise<Walk> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: "block" });
  watch(context, complaints, server);
  await speakPseudo(context, tag);
  return { page: await context.newPage(), context, tag };
}

for (const tag of ["de", "ar"] as const) {
  test(`the pages around a test speak ${tag === "de" ? "en-XA" : "ar-XB"} only`, async ({ browser, server, complaints }) => {
    const api = await Api.signIn(server);
    const test_id = await everyKind(api, TITLE);
    const walk = await open(browser, server, complaints, tag);
    const { page } = walk;

    await page.goto(`${server.url}/forgot-password`);
    await expect(page.getByRole("heading", { name: say("passwordReset", "forgotTitle") })).toBeVisible();
    await sound(walk, "forgot-password");
    await page.goto(`${server.url}/reset-password/unknown`);
    await expect(page.getByRole("button", { name: say("passwordReset", "setPassword") }).or(page.getByText(say("passwordReset", "badTitle"))).first()).toBeVisible();
    await sound(walk, "reset-password");
    await page.goto(`${server.url}/login`);
    await expect(page.getByPlaceholder(say("signin", "enterEmail"))).toBeVisible();
    await sound(walk, "sign-in");
    await press(page, "signin", "signIn");
    await sound(walk, "sign-in-empty");
    await page.getByPlaceholder(say("signin", "enterEmail")).fill("cara@example.org");
    await page.getByPlaceholder(say("signin", "enterPassword")).fill("wrong password");
    await press(page, "signin", "signIn");
    await expect(page.getByText(say("refusals", "invalid_credentials")).first()).toBeVisible();
    await sound(walk, "sign-in-refused");
    await page.getByRole("tab", { name: say("signin", "signUp") }).click();
    await page.getByPlaceholder(say("signin", "createPassword")).fill("abcd");
    await sound(walk, "sign-up");
    await page.getByPlaceholder(say("signin", "enterFullName")).fill("Cara Candidate");
    await page.getByPlaceholder(say("signin", "enterEmail")).fill("cara@example.org");
    await page.getByPlaceholder(say("signin", "createPassword")).fill("a long password of hers");
    await press(page, "signin", "createAccount");
    await expect(page.getByText(say("signin", "registered")).first()).toBeVisible();
    await page.getByPlaceholder(say("signin", "enterEmail")).fill("cara@example.org");
    await page.getByPlaceholder(say("signin", "enterPassword")).fill("a long password of hers");
    await press(page, "signin", "signIn");
    await expect(page).toHaveURL(/\/applicant$/);
    await sound(walk, "applicant-unproven");
    await press(page, "applicant", "sendConfirmation");
    await expect(page.getByRole("button", { name: say("applicant", "sendConfirmation") })).toBeEnabled();
    await sound(walk, "applicant-asked");
    await press(page, "applicant", "profile");
    await sound(walk, "profile");
    await page.keyboard.press("Escape");
    await press(page, "applicant", "changePassword");
    await expect(page.getByRole("dialog")).toBeVisible();
    await sound(walk, "password");
    await page.keyboard.press("Escape");

    const free = await api.invite(test_id, "cara@example.org", "Cara Candidate", {});
    await page.goto(`${server.url}/test-invite/${free.token}`);
    await expect(page.getByText(say("invite", "importantNotes"))).toBeVisible();
    await sound(walk, "invite");

    // The control: a literal is found wherever it is shown.
    await page.evaluate(() => {
      document.title = "Plain title";
      document.body.append(Object.assign(document.createElement("p"), { textContent: "Plain text", title: "Plain hint" }));
    });
    expect((await unspoken(page, WRITTEN)).toSorted()).toEqual(["text: Plain text", "title: Plain hint", "title: Plain title"]);
    await walk.context.close();
  });

  test(`the pages before a start speak ${tag === "de" ? "en-XA" : "ar-XB"} only`, async ({ browser, server, complaints }) => {
    const api = await Api.signIn(server);
    const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
    const walk = await open(browser, server, complaints, tag);
    const { page } = walk;
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await expect(page.getByRole("button", { name: say("takeStart", "checkCameraAndConnection") })).toBeVisible();
    await sound(walk, "intro");
    await press(page, "takeStart", "checkCameraAndConnection");
    await expect(page.getByText(say("takeStart", "whatCameraSees"))).toBeVisible();
    await sound(walk, "devices");
    await press(page, "takeStart", "done");
    await press(page, "takeStart", "tryPracticeQuestions");
    await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    await sound(walk, "practice");
    await walk.context.close();
  });

  test(`the waiting room of a session speaks ${tag === "de" ? "en-XA" : "ar-XB"} only`, async ({ browser, server, complaints }) => {
    const api = await Api.signIn(server);
    const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const session = await api.send<{ id: string }>("POST", "/sessions", { title: SESSION, starts_at, waiting_room: true, identity: "face_and_document" });
    await api.send("PUT", `/sessions/${session.id}/people`, { add: [invite.id] });
    const walk = await open(browser, server, complaints, tag);
    const { page } = walk;
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await expect(page.getByText(say("examSession", "identityBoth"))).toBeVisible();
    await sound(walk, "waiting-room");
    await press(page, "examSession", "cameraOn");
    for (const kind of ["face", "document"]) {
      await press(page, "examSession", "takePicture");
      await sound(walk, `waiting-room-${kind}`);
      await press(page, "examSession", "usePicture");
    }
    await expect(page.getByText(say("examSession", "identitySent"))).toBeVisible();
    await sound(walk, "waiting-room-sent");
    await walk.context.close();
  });

  test(`what people of a session see and hear speaks ${tag === "de" ? "en-XA" : "ar-XB"} only`, async ({ browser, server, complaints }) => {
    const api = await Api.signIn(server);
    const mode = { no_schedule: true, breaks: { count: 2, minutes: 5 } };
    const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate", mode);
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await api.send<{ id: string }>("POST", "/sessions", { title: SESSION, starts_at, start: "together", waiting_room: true });
    await api.send("PUT", `/sessions/${id}/people`, { add: [invite.id] });
    const walk = await open(browser, server, complaints, tag);
    const { page } = walk;
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await page.getByRole("textbox").fill("000000");
    await press(page, "examSession", "checkIn");
    await expect(page.getByText(say("refusals", "wrong_code"))).toBeVisible();
    await sound(walk, "wrong-code");
    await press(page, "take", "startTest");
    await expect(page.getByRole("dialog")).toBeVisible();
    await sound(walk, "not-let-in");
    await page.keyboard.press("Escape");
    await api.send("POST", `/sessions/${id}/announce`, { text: SAID });
    await api.send("POST", `/sessions/${id}/admit`, { invites: [invite.id] });
    await expect(page.getByText(say("examSession", "unset"))).toBeVisible();
    await sound(walk, "let-in");
    const { version } = await api.get<{ version: number }>(`/sessions/${id}`);
    await api.send("POST", `/sessions/${id}/start`, { version });
    await press(page, "takePanel", "beginSection", { number: 1 });
    await press(page, "takePanel", "cameraAndMessages");
    await press(page, "takePanel", "askProctor");
    await page.getByRole("textbox", { name: say("takePanel", "yourQuestion") }).fill(SAID);
    await press(page, "takePanel", "sendQuestion");
    await expect(page.getByText(say("takePanel", "questionWaits"))).toBeVisible();
    const [asked] = await api.get<{ id: string }[]>("/questions-asked");
    await api.send("POST", `/questions-asked/${asked?.id}/answer`, { text: SAID });
    await expect(page.getByRole("button", { name: say("takePanel", "gotIt") })).toHaveCount(2);
    await sound(walk, "messages");
    for (const _ of [1, 2]) await press(page, "takePanel", "gotIt");
    await press(page, "takePanel", "takeBreak");
    await expect(page.getByRole("heading", { name: say("takePanel", "breakTitle") })).toBeVisible();
    await sound(walk, "break");
    await press(page, "takePanel", "breakContinue");
    const [running] = await api.get<{ attempt_id: string }[]>("/admin/monitoring");
    await api.send("POST", `/attempts/${running?.attempt_id}/pause`, {});
    await expect(page.getByRole("heading", { name: say("takePanel", "pausedTitle") })).toBeVisible();
    await sound(walk, "paused");
    await walk.context.close();
  });

  test(`a test, its receipt and the own page speak ${tag === "de" ? "en-XA" : "ar-XB"} only`, async ({ browser, server, complaints }) => {
    const api = await Api.signIn(server);
    const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
    const walk = await open(browser, server, complaints, tag);
    const { page } = walk;
    await page.goto(`${server.url}/take-test/${invite.token}`);
    await press(page, "take", "startTest");
    for (let position = 0; position < QUESTIONS; position++) {
      if (position % 3 === 0) {
        const number = position / 3 + 1;
        await expect(page.getByRole("button", { name: say("takePanel", "beginSection", { number }) })).toBeVisible();
        await sound(walk, `section-${number}`);
        await press(page, "takePanel", "beginSection", { number });
      }
      await expect(page.getByRole("heading", { name: say("take", "question", { number: position + 1 }) })).toBeVisible();
      // A number that is read in two ways.
      if (position === 2) await page.getByRole("textbox").fill("1,500 kg");
      await sound(walk, `question-${position + 1}`);
      if (position < QUESTIONS - 1) await press(page, "take", "next");
    }
    await page.getByRole("button", { name: say("take", "allQuestions") }).click();
    await sound(walk, "all-questions");
    await page.keyboard.press("Escape");
    const dialog = page.getByRole("dialog");
    await expect(async () => {
      if (!(await dialog.isVisible())) await press(page, "take", "submitTest");
      await expect(dialog).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await sound(walk, "submit");
    await dialog.getByRole("button", { name: say("takeEnd", "submitTest") }).click();
    const own = page.getByRole("link", { name: say("receipt", "seeOrDelete") });
    await expect(own).toBeVisible();
    await sound(walk, "receipt");
    await page.goto((await own.getAttribute("href")) ?? "");
    await expect(page.getByRole("heading", { name: say("receipt", "whatIsKept") })).toBeVisible();
    await sound(walk, "own-page");
    await walk.context.close();
  });
}

test("an English title begins where an Arabic page begins", async ({ browser, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
  const context = await browser.newContext({ locale: "ar", viewport: { width: 1280, height: 800 } });
  watch(context, complaints, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/test-invite/${invite.token}`);
  const title = page.getByRole("heading", { name: TITLE });
  await expect(title).toBeVisible();
  const gaps = await title.evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    const [inner, outer] = [words.getBoundingClientRect(), heading.getBoundingClientRect()];
    return { start: outer.right - inner.right, direction: getComputedStyle(heading).direction };
  });
  expect(gaps.direction).toBe("ltr");
  expect(gaps.start).toBeLessThan(2);
  await context.close();
});

test("a language is the browser's until one is chosen, which stays, also without a network", async ({ browser, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await everyKind(api, TITLE), "cara@example.org", "Cara Candidate");
  const context = await browser.newContext({ locale: "fr-CA" });
  watch(context, complaints, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByRole("button", { name: "Commencer le test" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("combobox", { name: "Langue" }).selectOption("de");
  await page.getByRole("button", { name: "Test beginnen" }).click();
  await expect(page.getByText("Frage 1 von 9").first()).toBeVisible();
  // The page and its language are kept a moment after the start.
  const kept = () =>
    page.evaluate(async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
      return files.flat().some((url) => url.endsWith("/take-test/")) && files.flat().filter((url) => /\/de-/.test(url)).length === 4;
    });
  await expect.poll(kept).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("Frage 1 von 9").first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.close();
});

test("pages of staff stay in English", async ({ browser, server, complaints }) => {
  const context = await browser.newContext({ locale: "de-DE" });
  watch(context, complaints, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Ihre E-Mail-Adresse").fill("admin@example.org");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const { ADMIN } = await import("./support/server.ts");
  await page.getByPlaceholder("Ihre E-Mail-Adresse").fill(ADMIN.email);
  await page.getByPlaceholder("Geben Sie Ihr Passwort ein").fill(ADMIN.password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("link", { name: "Create Test" })).toBeVisible();
  await context.close();
});
