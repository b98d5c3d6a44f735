// The pages of candidates, one after the other: for those who check each of them in a pseudo-locale, and for pictures of them.

import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { everyKind } from "./every-kind.ts";
import { expect } from "./fixtures.ts";
import type { Server } from "./server.ts";

export const TITLE = "Every kind of question";
const SESSION = "Morning round";
const QUESTIONS = 9;
/** By candidate and proctor. */
const SAID = "Please be quiet.";
const CONSENT = "You agree that the test is kept for a year.";
/** Texts of the author of `everyKind`, whose test is in English. */
export const AUTHORED = [
  TITLE,
  ...["Choices", "Words", "Orders", "What does two and two make?", "Which are prime?", "How heavy is it?"],
  ...["Which command shows the history?", "Water boils at", "degrees in", ", which is a", "of France.", "How do you find a slow query?"],
  ...["Smallest first", "Capitals", "Print the answer.", "hundred", "one", "two", "three", "four", "ten", "city", "river"],
  ...["France", "Spain", "Paris", "Madrid", "Rome"],
];
/** These, what the others wrote, and what the practice shows as code. */
export const WRITTEN: (string | RegExp)[] = [
  ...AUTHORED,
  SESSION,
  SAID,
  CONSENT,
  "Cara Candidate",
  /Fake [\w ]+/g,
  // The code of an invitation, for the entrance.
  /^[0-9A-Z]{6}$/,
  ...["kg", "Python", "What is two and two?"],
];

export interface Visitor {
  page: Page;
  server: Server;
  api: Api;
  /** The addresses of its invitations begin with it. */
  mailbox: string;
  name: string;
  /** A text of the catalogue, as the page shows it. */
  say: (part: string, key: string, values?: Record<string, string | number>) => string;
  /** A page is there, and holds still. */
  sees: (where: string) => Promise<void>;
}

const press = ({ page, say }: Visitor, part: string, key: string, values?: Record<string, string | number>) =>
  page
    .getByRole("button", { name: say(part, key, values), exact: true })
    .filter({ visible: true })
    .first()
    .click();

const addressOf = ({ mailbox }: Visitor, what: string) => `${mailbox}.${what}@example.org`;
const heading = ({ page, say }: Visitor, part: string, key: string) => expect(page.getByRole("heading", { name: say(part, key) }).first()).toBeVisible();

/** Sign-in and sign-up, a forgotten password, and the pages of the own account. */
async function ofAccount(visitor: Visitor): Promise<void> {
  const { page, server, api, say, sees } = visitor;
  const email = addressOf(visitor, "account");
  const field = (key: string) => page.getByPlaceholder(say("signin", key));
  await page.goto(`${server.url}/forgot-password`);
  await heading(visitor, "passwordReset", "forgotTitle");
  await sees("forgot-password");
  await page.getByRole("textbox").fill(email);
  await press(visitor, "passwordReset", "sendLink");
  await heading(visitor, "passwordReset", "sentTitle");
  await sees("forgot-password-sent");
  await page.goto(`${server.url}/reset-password/unknown`);
  const ready = page.getByRole("button", { name: say("passwordReset", "setPassword") }).or(page.getByText(say("passwordReset", "badTitle")));
  await expect(ready.first()).toBeVisible();
  await sees("reset-password");
  await page.goto(`${server.url}/login`);
  await expect(field("enterEmail")).toBeVisible();
  await sees("sign-in");
  await press(visitor, "signin", "signIn");
  await sees("sign-in-empty");
  await field("enterEmail").fill(email);
  await field("enterPassword").fill("wrong password");
  await press(visitor, "signin", "signIn");
  await expect(page.getByText(say("refusals", "invalid_credentials")).first()).toBeVisible();
  await sees("sign-in-refused");
  await page.getByRole("tab", { name: say("signin", "signUp") }).click();
  await field("createPassword").fill("abcd");
  await sees("sign-up");
  await field("enterFullName").fill(visitor.name);
  await field("enterEmail").fill(email);
  await field("createPassword").fill("a long password of hers");
  await press(visitor, "signin", "createAccount");
  await expect(page.getByText(say("signin", "registered")).first()).toBeVisible();
  await field("enterEmail").fill(email);
  await field("enterPassword").fill("a long password of hers");
  await press(visitor, "signin", "signIn");
  await expect(page).toHaveURL(/\/applicant$/);
  await sees("applicant-unproven");
  await press(visitor, "applicant", "sendConfirmation");
  await expect(page.getByRole("button", { name: say("applicant", "sendConfirmation") })).toBeEnabled();
  await sees("applicant-asked");
  await press(visitor, "applicant", "profile");
  await sees("profile");
  await page.keyboard.press("Escape");
  await press(visitor, "applicant", "changePassword");
  await expect(page.getByRole("dialog")).toBeVisible();
  await sees("password");
  await page.keyboard.press("Escape");
  await page.goto(`${server.url}/security`);
  await heading(visitor, "security", "title");
  await sees("security");
  await page.goto(`${server.url}/verify/unknown`);
  await heading(visitor, "verify", "notConfirmed");
  await sees("verify-refused");

  const free = await api.invite(await everyKind(api, TITLE, "en"), email, visitor.name, {});
  await page.goto(`${server.url}/test-invite/${free.token}`);
  await expect(page.getByText(say("invite", "importantNotes"))).toBeVisible();
  await sees("invite");
  await page.goto(`${server.url}/applicant`);
  await expect(page.getByText(TITLE).first()).toBeVisible();
  await sees("applicant");
}

/** Where links lead: a time to choose, a name to give, reminders to end, and those that lead nowhere. */
async function ofLinks(visitor: Visitor): Promise<void> {
  const { page, server, api, say, sees } = visitor;
  const test_id = await everyKind(api, TITLE, "en");
  const own = (what: string, mode?: object, name = visitor.name) => api.invite(test_id, addressOf(visitor, what), name, mode);
  const choosing = await own("slot", { admin_scheduled: false, no_schedule: false });
  await page.goto(`${server.url}/test-invite/${choosing.token}`);
  await press(visitor, "invite", "scheduleTest");
  await page.getByLabel(say("invite", "date"), { exact: true }).click();
  await expect(page.locator(".react-datepicker__day").first()).toBeVisible();
  await sees("schedule");
  const day = 86_400_000;
  const scheduled_date = new Date(Math.ceil(Date.now() / day) * day + day + 36_000_000).toISOString();
  await api.send("POST", `/invites/token/${choosing.token}/schedule`, { scheduled_date });
  await page.reload();
  await expect(page.getByText(say("invite", "testScheduled")).first()).toBeVisible();
  await sees("scheduled");
  await page.goto(`${server.url}/take-test/${choosing.token}`);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await sees("not-open-yet");
  await page.goto(`${server.url}/stop-reminders/${choosing.token}`);
  await heading(visitor, "invite", "stopRemindersQuestion");
  await sees("stop-reminders");
  await press(visitor, "invite", "stopReminders");
  await heading(visitor, "invite", "noMoreReminders");
  await sees("reminders-stopped");

  const nameless = await own("name", {}, addressOf(visitor, "name"));
  await page.goto(`${server.url}/test-invite/${nameless.token}`);
  await heading(visitor, "inviteName", "nameTitle");
  await press(visitor, "invite", "continue");
  await expect(page.getByText(say("inviteName", "nameMissing"))).toBeVisible();
  await sees("name");

  const withdrawn = await own("withdrawn");
  await api.send("POST", `/invites/${withdrawn.id}/revoke`);
  for (const path of [`take-test/${withdrawn.token}`, `test-invite/${withdrawn.token}`, "take-test/unknown", "receipt/unknown", "shared/unknown", "no-such-page"]) {
    await page.goto(`${server.url}/${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await sees(`bad-${path.replace(/\/(?!unknown).*/, "-withdrawn").replace("/", "-")}`);
  }
  // A part of the page that a proxy refuses.
  const part = /\/assets\/ForgotPage-[\w-]+\.js/;
  await page.route(part, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${server.url}/forgot-password`);
  await expect(page.getByText(say("app", "partMissing"))).toBeVisible();
  await sees("part-missing");
  await page.unroute(part);
}

/** The page before a start: what it is about, what is checked, the practice, a text to accept, and another browser to start in. */
async function beforeStart(visitor: Visitor): Promise<void> {
  const { page, server, api, say, sees } = visitor;
  const test_id = await everyKind(api, TITLE, "en");
  const invite = await api.invite(test_id, addressOf(visitor, "before"), visitor.name);
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByRole("button", { name: say("takeStart", "checkCameraAndConnection") })).toBeVisible();
  await sees("intro");
  await press(visitor, "takeStart", "checkCameraAndConnection");
  await expect(page.getByText(say("takeStart", "whatCameraSees"))).toBeVisible();
  await sees("devices");
  await press(visitor, "takeStart", "done");
  await press(visitor, "takeStart", "tryPracticeQuestions");
  await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
  await sees("practice");
  await api.send("PUT", `/tests/${test_id}/consent`, { text: CONSENT });
  await page.reload();
  await expect(page.getByText(CONSENT)).toBeVisible();
  await press(visitor, "take", "startTest");
  await expect(page.getByText(say("takeStart", "consentMissing"))).toBeVisible();
  await sees("consent");
  await api.send("PUT", `/tests/${test_id}/safe-exam-browser`, { required: true, keys: [] });
  await page.reload();
  await expect(page.getByText(say("takeStart", "examBrowserNeeded"))).toBeVisible();
  await sees("exam-browser");
}

/** The waiting room of a session that looks at faces and documents. */
async function inWaitingRoom(visitor: Visitor): Promise<void> {
  const { page, server, api, say, sees } = visitor;
  const invite = await api.invite(await everyKind(api, TITLE, "en"), addressOf(visitor, "waiting"), visitor.name);
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const session = await api.send<{ id: string }>("POST", "/sessions", { title: SESSION, starts_at, waiting_room: true, identity: "face_and_document" });
  await api.send("PUT", `/sessions/${session.id}/people`, { add: [invite.id] });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByText(say("examSession", "identityBoth"))).toBeVisible();
  await sees("waiting-room");
  await press(visitor, "examSession", "cameraOn");
  for (const kind of ["face", "document"]) {
    await press(visitor, "examSession", "takePicture");
    await sees(`waiting-room-${kind}`);
    await press(visitor, "examSession", "usePicture");
  }
  await expect(page.getByText(say("examSession", "identitySent"))).toBeVisible();
  await sees("waiting-room-sent");
}

/** What people of a session see and hear: checked in, let in, started together, announcements, a question, a break, a pause. */
async function inSession(visitor: Visitor): Promise<void> {
  const { page, server, api, say, sees } = visitor;
  const mode = { no_schedule: true, breaks: { count: 2, minutes: 5 } };
  const invite = await api.invite(await everyKind(api, TITLE, "en"), addressOf(visitor, "session"), visitor.name, mode);
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await api.send<{ id: string }>("POST", "/sessions", { title: SESSION, starts_at, start: "together", waiting_room: true });
  await api.send("PUT", `/sessions/${id}/people`, { add: [invite.id] });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("textbox").fill("000000");
  await press(visitor, "examSession", "checkIn");
  await expect(page.getByText(say("refusals", "wrong_code"))).toBeVisible();
  await sees("wrong-code");
  await press(visitor, "take", "startTest");
  await expect(page.getByRole("dialog")).toBeVisible();
  await sees("not-let-in");
  await page.keyboard.press("Escape");
  await api.send("POST", `/sessions/${id}/announce`, { text: SAID });
  await api.send("POST", `/sessions/${id}/admit`, { invites: [invite.id] });
  await expect(page.getByText(say("examSession", "unset"))).toBeVisible();
  await sees("let-in");
  const { version } = await api.get<{ version: number }>(`/sessions/${id}`);
  await api.send("POST", `/sessions/${id}/start`, { version });
  await press(visitor, "takePanel", "beginSection", { number: 1 });
  await press(visitor, "takePanel", "cameraAndMessages");
  await press(visitor, "takePanel", "askProctor");
  await page.getByRole("textbox", { name: say("takePanel", "yourQuestion") }).fill(SAID);
  await press(visitor, "takePanel", "sendQuestion");
  await expect(page.getByText(say("takePanel", "questionWaits"))).toBeVisible();
  const asked = (await api.get<{ id: string; invite_id: string }[]>("/questions-asked")).find(({ invite_id }) => invite_id === invite.id);
  await api.send("POST", `/questions-asked/${asked?.id}/answer`, { text: SAID });
  await expect(page.getByRole("button", { name: say("takePanel", "gotIt"), exact: true })).toHaveCount(2);
  await sees("messages");
  for (const _ of [1, 2]) await press(visitor, "takePanel", "gotIt");
  await press(visitor, "takePanel", "takeBreak");
  await heading(visitor, "takePanel", "breakTitle");
  await sees("break");
  await press(visitor, "takePanel", "breakContinue");
  const running = (await api.get<{ attempt_id: string; invite_id: string }[]>("/admin/monitoring")).find(({ invite_id }) => invite_id === invite.id);
  await api.send("POST", `/attempts/${running?.attempt_id}/pause`, {});
  await heading(visitor, "takePanel", "pausedTitle");
  await sees("paused");
}

/** A test with each kind of question, its receipt, the own page, and what is shown to others of it. */
async function duringTest(visitor: Visitor): Promise<void> {
  const { page, server, api, say, sees } = visitor;
  const test_id = await everyKind(api, TITLE, "en");
  const invite = await api.invite(test_id, addressOf(visitor, "taking"), visitor.name);
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await press(visitor, "take", "startTest");
  for (let position = 0; position < QUESTIONS; position++) {
    if (position % 3 === 0) {
      const number = position / 3 + 1;
      await expect(page.getByRole("button", { name: say("takePanel", "beginSection", { number }) })).toBeVisible();
      await sees(`section-${number}`);
      await press(visitor, "takePanel", "beginSection", { number });
    }
    await expect(page.getByRole("heading", { name: say("take", "question", { number: position + 1 }) })).toBeVisible();
    // A number that is read in two ways.
    if (position === 2) await page.getByRole("textbox").fill("1,500 kg");
    await sees(`question-${position + 1}`);
    if (position < QUESTIONS - 1) await press(visitor, "take", "next");
  }
  await page.getByRole("button", { name: say("take", "allQuestions") }).click();
  await sees("all-questions");
  await page.keyboard.press("Escape");
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    if (!(await dialog.isVisible())) await press(visitor, "take", "submitTest");
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await sees("submit");
  await dialog.getByRole("button", { name: say("takeEnd", "submitTest") }).click();
  const own = page.getByRole("link", { name: say("receipt", "seeOrDelete") });
  await expect(own).toBeVisible();
  await sees("receipt");
  await page.goto(new URL((await own.getAttribute("href")) ?? "", server.url).href);
  await heading(visitor, "receipt", "whatIsKept");
  await sees("own-page");
  await page.goto(`${server.url}/test-invite/${invite.token}`);
  await heading(visitor, "invite", "submittedTitle");
  await sees("invite-ended");
  const { results } = await api.get<{ results: { submission_id: string }[] }>(`/results?test_id=${test_id}`);
  const shown = { submission_ids: results.map(({ submission_id }) => submission_id), answers: true, scores: true, history: true };
  const { link } = await api.send<{ link: string }>("POST", "/shares", shown);
  await page.goto(new URL(new URL(link, server.url).pathname, server.url).href);
  await expect(page.getByRole("heading", { name: visitor.name })).toBeVisible();
  await sees("shared");
}

export const WALKS = { ofAccount, ofLinks, beforeStart, inWaitingRoom, inSession, duringTest };
