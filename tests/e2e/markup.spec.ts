// Hostile markup in every text that a user can set, opened on every page: none of it runs, nothing violates the
// CSP, and all of it is readable.

import type { Page } from "@playwright/test";
import { Api, call } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import type { MailSink } from "./support/mail.ts";
import { hostile, Watch } from "./support/markup.ts";
import type { Server } from "./support/server.ts";

/** Fields that are displayed on some page, one word each. */
const SHOWN = [
  "f-title", "f-description", "f-choice", "f-option", "f-essay", "f-coding", "f-name", "f-answer", "f-code",
  "f-message", "f-note", "f-reason", "f-comment", "f-signal", "f-admin", "f-account", "f-sender", "f-user", "f-draft",
];

const exam = () => ({
  title: hostile("f-title", 200),
  description: hostile("f-description"),
  duration_minutes: 30,
  questions: [
    {
      id: "c",
      type: "multiple_choice",
      question: hostile("f-choice"),
      points: 2,
      options: [hostile("f-option", 300), "right"],
      correct_answer: hostile("f-option", 300),
    },
    { id: "e", type: "essay", question: hostile("f-essay"), points: 3 },
    { id: "k", type: "coding", question: hostile("f-coding"), points: 5, expected_language: "Rust" },
  ],
});

interface Seeded {
  test_id: string;
  running: { id: string; token: string };
  fresh: { id: string; token: string };
  submission: string;
}

async function attemptOf(api: Api, invite: { id: string }): Promise<string> {
  const rows = await api.get<{ id: string; attempt_id?: string }[]>("/invites");
  return rows.find(({ id }) => id === invite.id)?.attempt_id ?? "none";
}

async function seed(server: Server, mail: MailSink, api: Api): Promise<Seeded> {
  server.cli(["admin", "create", "--email", "eve@example.org", "--name", hostile("f-admin", 150), "--password-stdin"], "correct horse");
  const person = { email: "mallory@example.org", password: "correct horse", full_name: hostile("f-account", 150) };
  await call(server, "POST", "/auth/register", person);
  const { id: test_id } = await api.send<{ id: string }>("POST", "/tests", exam());
  const invite = (email: string) => api.invite(test_id, email, hostile("f-name", 150));
  const [running, done, fresh] = [await invite("run@example.org"), await invite("done@example.org"), await invite("mallory@example.org")];
  const answers = [
    { question_id: "c", answer: hostile("f-option", 300) },
    { question_id: "e", answer: hostile("f-answer") },
    { question_id: "k", answer: hostile("f-code") },
  ];
  for (const { token } of [running, done]) {
    await call(server, "POST", `/start-test/${token}`);
    const signals = [{ kind: "tab_hidden", detail: hostile("f-signal", 190) }];
    await call(server, "POST", `/take-test/${token}/signals`, { signals });
  }
  for (const invite of [running, done]) {
    const attempt = await attemptOf(api, invite);
    await api.send("POST", `/attempts/${attempt}/messages`, { text: hostile("f-message", 900) });
    await api.send("POST", `/attempts/${attempt}/flags`, { note: hostile("f-note", 400) });
    await api.send("POST", `/attempts/${attempt}/add-time`, { minutes: 5, reason: hostile("f-reason", 400) });
  }
  await call(server, "POST", `/submit-test/${done.token}`, { answers });
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const submission = results[0]?.submission_id ?? "";
  const comments = hostile("f-comment", 900);
  // The settings below stop mail: pending mails must have been sent before.
  await mail.take(/\/verify\//);
  // An account's own name is shown once its email is verified.
  const people = await api.get<{ id: string; email: string }[]>("/admin/applicants");
  const mallory = people.find(({ email }) => email === person.email)?.id ?? "none";
  await api.send("POST", `/admin/applicants/${mallory}/confirm-mailbox`);
  await (await Api.signIn(server, person.email, person.password)).send("PUT", "/auth/me", { full_name: person.full_name });
  await api.send("POST", `/admin/scoring/${submission}/answer/e`, { score_status: "partial", manual_score: 1, comments });
  await api.send("PUT", "/admin/email-settings", { fromName: hostile("f-sender", 150), smtpUser: hostile("f-user", 150), smtpPassword: "x" });
  return { test_id, running, fresh, submission };
}

/** Opens a page, waits for its content and reads it. */
async function visit(page: Page, watch: Watch, url: string, content: string | RegExp): Promise<void> {
  await page.goto(url);
  await expect(page.getByText(content).first(), url).toBeVisible();
  await expect(page.locator("[data-skeleton]").filter({ visible: true })).toHaveCount(0);
  await watch.look(page, url);
}

async function administrator(page: Page, watch: Watch, server: Server, { test_id, running, submission }: Seeded): Promise<void> {
  await signIn(page, server);
  // A draft stored in this browser.
  await page.evaluate(
    (draft) => localStorage.setItem("test_draft", JSON.stringify(draft)),
    { ...exam(), title: hostile("f-draft", 200), lastModified: new Date().toISOString() },
  );
  const at = (query: string) => `${server.url}/admin?${query}`;
  await visit(page, watch, at("tab=overview"), /f-name/);
  await page.getByRole("button", { name: /Notifications/ }).click();
  await expect(page.getByRole("dialog").getByText(/f-name/).first()).toBeVisible();
  await watch.look(page, "notifications");
  await visit(page, watch, at("tab=tests"), /f-title/);
  await page.getByRole("link", { name: "Edit" }).first().click();
  await expect(page.getByRole("main").getByText(/f-choice/).filter({ visible: true }).first()).toBeVisible();
  await watch.look(page, "edit");
  await visit(page, watch, at("tab=invites"), /f-name/);
  await visit(page, watch, at("tab=results"), /f-name/);
  await visit(page, watch, at(`tab=results&result=${submission}`), /f-answer/);
  await visit(page, watch, at(`report=${submission}`), /f-answer/);
  await visit(page, watch, at("tab=scoring"), /f-title/);
  await visit(page, watch, at(`tab=scoring&submission=${submission}`), /f-answer/);
  await visit(page, watch, at(`tab=scoring&by=question&test=${test_id}`), /f-coding/);
  await visit(page, watch, at(`tab=scoring&by=question&test=${test_id}&question=k`), /f-code/);
  await visit(page, watch, at(`statistics=${test_id}`), /f-title/);
  for (const [name, content] of [["applicants", /f-account/], ["email", "SMTP host"], ["theme", /Premium/], ["admins", /f-admin/]] as const) {
    await visit(page, watch, at(`settings=${name}`), content);
  }
  await visit(page, watch, `${server.url}/admin/create-test`, "Test Info");
  await visit(page, watch, `${server.url}/monitoring?invite=${running.id}`, /f-name/);
  await visit(page, watch, `${server.url}/monitoring?view=wall&focus=${running.id}`, /f-name/);
  await visit(page, watch, `${server.url}/monitor/${running.id}`, /f-note/);
}

async function candidate(page: Page, watch: Watch, server: Server, { fresh }: Seeded): Promise<void> {
  await visit(page, watch, `${server.url}/test-invite/${fresh.token}`, /f-title/);
  await visit(page, watch, `${server.url}/take-test/${fresh.token}`, /f-title/);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/f-choice/).first()).toBeVisible();
  const api = await Api.signIn(server);
  await api.send("POST", `/attempts/${await attemptOf(api, fresh)}/messages`, { text: hostile("f-message", 900) });
  await expect(page.getByText(/f-message/).first()).toBeVisible();
  await watch.look(page, "question");
  for (const question of [/f-essay/, /f-coding/]) {
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(question).first()).toBeVisible();
    await watch.look(page, "question");
  }
}

async function applicant(page: Page, watch: Watch, server: Server): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Enter your email").fill("mallory@example.org");
  await page.getByPlaceholder("Enter your password").fill("correct horse");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/applicant$/);
  await expect(page.getByText(/f-account/).first()).toBeVisible();
  await watch.look(page, "applicant");
}

test("hostile text is shown as text, everywhere", async ({ browser, server, mail }) => {
  const api = await Api.signIn(server);
  const seeded = await seed(server, mail, api);
  const found: string[] = [];
  let shown = "";
  for (const walk of [administrator, candidate, applicant]) {
    const context = await browser.newContext();
    const watch = await Watch.over(context);
    await walk(await context.newPage(), watch, server, seeded);
    found.push(...watch.found);
    shown += watch.shown;
    await context.close();
  }
  expect(found).toEqual([]);
  expect(SHOWN.filter((word) => !shown.includes(word)), "every field was checked").toEqual([]);
});

test("enumerated and pattern-checked fields reject markup", async ({ server }) => {
  const api = await Api.signIn(server);
  await expect(api.send("PUT", "/admin/ai-settings", { model: hostile("model", 90) })).rejects.toThrow(/422/);
  const coding = { type: "coding", question: "?", expected_language: hostile("language", 60) };
  await expect(api.send("POST", "/tests", { title: "T", questions: [coding] })).rejects.toThrow(/422/);
  await expect(api.send("PUT", "/admin/theme-settings", { themeName: hostile("theme", 60) })).rejects.toThrow(/422/);
  for (const colour of ["red;}</style><script>ran()</script>", "url(//evil.example)", "expression(ran())", "#fff}body{display:none"]) {
    const set = api.send("PUT", "/admin/theme-settings", { themeName: "dark", customColors: { primary: colour } });
    await expect(set, colour).rejects.toThrow(/422/);
  }
});

// Control: a page without escaping is detected, with and without the CSP.
for (const policy of [true, false]) {
  test(`a page that renders markup is detected, ${policy ? "with" : "without"} the policy`, async ({ browser, server }) => {
    const context = await browser.newContext();
    const watch = await Watch.over(context);
    await context.route("**/login", async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      if (!policy) delete headers["content-security-policy"];
      const body = (await response.text()).replace("<body", `<body data-x><div>${hostile("f-control")}</div><i`);
      await route.fulfill({ response, headers, body });
    });
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await expect.poll(() => watch.found.some((what) => what.startsWith(policy ? "policy" : "script of f-control"))).toBe(true);
    await watch.look(page, "control");
    expect(watch.found.some((what) => what.includes("<img"))).toBe(true);
    await context.close();
  });
}
