// Every text of the error catalogue (docs/behaviour/calls.md#error-texts) in its screen: single calls are made to fail
// between the page and a healthy server. Validation texts are in the unit tests of their forms; a few that the form
// shows on a click are tested here too.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { DETAIL, fails, refuse, says, toastOf } from "./support/refusals.ts";
import { ADMIN } from "./support/server.ts";
import { askToSubmit } from "./support/take.ts";

// A page controlled by the service worker would bypass the refusals.
test.use({ serviceWorkers: "block" });

const REQUIRED = "Please fill in all required fields and add at least one question";

async function completed(api: Api, test_id: string): Promise<string> {
  const done = await api.invite(test_id, "dora@example.org", "Dora Done");
  await api.send("POST", `/start-test/${done.token}`);
  await api.send("POST", `/submit-test/${done.token}`, { answers: [{ question_id: "essay", answer: "With the log." }] });
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  return results[0]?.submission_id ?? "";
}

const dialog = (page: Page) => page.getByRole("dialog").last();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();

test("load failures are shown, or only logged", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const submission = await completed(api, await api.createTest());
  await signIn(page, server);
  const open = (path: string) => () => page.goto(`${server.url}${path}`);
  const loading: [string, RegExp, string][] = [
    ["Failed to load dashboard data", /^\/admin\/overview$/, "/admin"],
    ["Failed to load dashboard data", /^\/tests$/, "/admin?tab=tests"],
    ["Failed to load invites", /^\/invites$/, "/admin?tab=invites"],
    ["Failed to load results", /^\/results$/, "/admin?tab=results"],
    ["Failed to load result details", /^\/results\/.+/, `/admin?tab=results&result=${submission}`],
    ["Failed to load submission details", /^\/admin\/scoring\/.+/, `/admin?tab=scoring&submission=${submission}`],
    [`Failed to load applicants: ${DETAIL}`, /^\/admin\/applicants$/, "/admin?settings=applicants"],
    [`Failed to load admins: ${DETAIL}`, /^\/admin\/list-admins$/, "/admin?settings=admins"],
    [`Failed to fetch active tests: ${DETAIL}`, /^\/invites$/, "/monitoring"],
  ];
  for (const [text, path, at] of loading) await fails(page, text, { method: "GET", path }, open(at));

  // These are shown inline, not as a toast.
  const quiet = /^\/admin\/(email-settings|theme-settings|scoring-queue|notifications.*)$/;
  const stop = await refuse(page, { method: "GET", path: quiet });
  await page.goto(`${server.url}/admin?tab=scoring`);
  await expect(page.getByText("The scoring queue could not be loaded")).toBeVisible();
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(page.getByText("The notifications could not be loaded")).toBeVisible();
  await page.goto(`${server.url}/admin?settings=email`);
  await expect(page.getByText("The email settings could not be loaded")).toBeVisible();
  await expect(page.locator("[role=status]").getByText(/Failed/)).toHaveCount(0);
  await stop();
});

test("failures with tests, drafts and questions are shown, and no input is lost", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const busy = await api.createTest("With people");
  await api.invite(busy, "cara@example.org", "Cara Candidate");
  await signIn(page, server);
  await page.goto(`${server.url}/admin/create-test`);
  await says(page, "Failed to load draft", () => button(page, "Load Draft").click());
  await says(page, "Test title is required", () => button(page, "Next: Questions").click());
  await page.getByPlaceholder("Enter test title").fill("Kept");
  await says(page, "Draft saved successfully!", () => button(page, "Save Draft").click());
  await button(page, "Next: Questions").click();
  await expect(button(page, "Next: Review")).toBeDisabled();
  const add = () => button(page, "Add Question").click();
  await says(page, "Question text is required", add);
  await page.getByPlaceholder("Enter your question").fill("Which one?");
  await says(page, "Multiple choice questions need at least 2 options", add);
  await page.getByPlaceholder("Option 1").fill("This");
  await page.getByPlaceholder("Option 2").fill("That");
  await says(page, "Please select the correct answer", add);
  await page.getByLabel("Option 2 is the correct answer").check();
  await page.getByPlaceholder("Option 2").fill("That one");
  await expect(page.getByLabel("Option 2 is the correct answer")).not.toBeChecked();
  await page.getByLabel("Option 2 is the correct answer").check();
  await says(page, "Question added successfully", add);
  await says(page, "Question duplicated", () => page.getByRole("button", { name: /Duplicate/ }).first().click());
  await page.getByRole("button", { name: /Delete question 2/i }).click();
  await says(page, "Question deleted", () => dialog(page).getByRole("button", { name: /Delete/ }).click());
  await page.getByRole("button", { name: /Edit question 1/i }).click();
  await says(page, "Question updated successfully", () => button(page, "Update question").click());
  await button(page, "Next: Review").click();
  const create = () => button(page, "Create Test").click();
  const post = { method: "POST", path: /^\/tests$/ };
  await fails(page, `Failed to create test: ${DETAIL}`, post, create);
  await fails(page, "Failed to create test: Something on the network replied instead of the server (403). Check your connection and try again.", { ...post, status: 403, body: "<h1>" }, create);
  await fails(page, "Failed to create test: The server cannot be reached. Check your connection and try again.", { ...post, cut: true }, create);
  await says(page, "Test created successfully!", create);

  // The list: drafts, the quick form, the panel, both ways to delete.
  const draft = { title: "Aside", description: "", duration_minutes: 30, questions: [], lastModified: "2026-01-01T00:00:00Z" };
  await page.evaluate((text) => localStorage.setItem("test_draft_7", text), JSON.stringify(draft));
  await page.goto(`${server.url}/admin?tab=tests&new=1`);
  const save = () => dialog(page).getByRole("button", { name: "Create Test" }).click();
  await says(page, REQUIRED, save);
  await dialog(page).getByPlaceholder("Enter test title").fill("Quick");
  await dialog(page).getByPlaceholder("Enter test description").fill("Made at once");
  await dialog(page).getByRole("button", { name: "Add Question" }).click();
  const question = page.getByRole("dialog", { name: "Add Question to Test" });
  const keep = () => question.getByRole("button", { name: "Add Question" }).click();
  await says(page, "Please enter a question", keep);
  await question.getByPlaceholder("Enter your question").fill("Which one?");
  await says(page, "Please provide at least 2 options for multiple choice questions", keep);
  await question.getByPlaceholder("Option 1").fill("This");
  await question.getByPlaceholder("Option 2").fill("That");
  await says(page, "Please select the correct answer for multiple choice questions", keep);
  await question.getByLabel("Option 1 is the correct answer").check();
  await says(page, "Question added successfully!", keep);
  await fails(page, `Failed to create test: ${DETAIL}`, post, save);
  await says(page, "Test created successfully!", save);

  const card = (title: string) => page.getByRole("article").filter({ hasText: title });
  await card("Quick").getByRole("link", { name: "Edit" }).click();
  await says(page, "Question updated successfully!", () => button(page, "Update question").click());
  const update = () => button(page, "Update test").click();
  await fails(page, `Failed to update test: ${DETAIL}`, { method: "PUT", path: /^\/tests\// }, update);
  await says(page, "Test updated successfully!", update);
  await page.goto(`${server.url}/admin?tab=tests`);

  const remove = async (title: string) => {
    await card(title).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete Test" }).click();
    await dialog(page).getByRole("button", { name: "Delete Test" }).click();
  };
  const force = async (title: string) => {
    await card(title).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Force Delete All" }).click();
    await dialog(page).getByRole("textbox").fill(title);
    await dialog(page).getByRole("button", { name: "Force Delete All" }).click();
  };
  const doomed = { method: "DELETE", path: /^\/tests\// };
  await fails(page, `Failed to delete test: ${DETAIL}`, doomed, () => remove("Quick"));
  await says(page, "Cannot delete test with active invitations. Use Force Delete to remove all data.", () => remove("With people"));
  await fails(page, `Failed to delete test: ${DETAIL}`, doomed, () => force("With people"));
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await says(page, "Test force deleted! 1 invites were also removed.", () => force("With people"));
  await says(page, "Test deleted successfully!", () => remove("Quick"));

  await page.evaluate(() => localStorage.setItem("kept", localStorage.getItem("test_draft_7") ?? ""));
  await page.evaluate(() => localStorage.removeItem("test_draft_7"));
  await says(page, "Failed to load draft", () => button(page, "Continue").click());
  await page.evaluate(() => localStorage.setItem("test_draft_7", localStorage.getItem("kept") ?? ""));
  await says(page, "Draft loaded! Redirecting to test creator...", () => button(page, "Continue").click());
  await expect(page.getByPlaceholder("Enter test title")).toHaveValue("Aside");
  await page.goto(`${server.url}/admin?tab=tests`);
  await page.getByRole("button", { name: "Delete draft Aside" }).click();
  await says(page, "Draft deleted successfully!", () => dialog(page).getByRole("button", { name: "Delete draft" }).click());
});

test("failures of generating, inviting and scoring are shown", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await signIn(page, server);
  await says(page, "Please create a test first before sending invites", () => page.goto(`${server.url}/admin?tab=invites&send=1`));
  const test_id = await api.createTest();
  const submission = await completed(api, test_id);

  await page.goto(`${server.url}/admin?tab=tests&generate=1`);
  const generate = () => dialog(page).getByRole("button", { name: "Generate Test" }).click();
  await says(page, "Please enter a topic", generate);
  await dialog(page).getByLabel(/Topic/).fill("Trees");
  await dialog(page).getByLabel(/Number of questions/).fill("31");
  await says(page, "Question count must be between 1 and 30", generate);
  await dialog(page).getByLabel(/Number of questions/).fill("3");
  await says(page, "Please configure your Gemini API key in Settings first", generate);
  await page.goto(`${server.url}/admin?settings=email`);
  await says(page, "Please enter a valid API key", () => button(page, "Save API key").click());
  await page.getByPlaceholder("Enter your Gemini API key").fill("k".repeat(20));
  await says(page, "API key saved successfully", () => button(page, "Save API key").click());
  await page.goto(`${server.url}/admin?tab=tests&generate=1`);
  await dialog(page).getByLabel(/Topic/).fill("Trees");
  const call = { method: "POST", path: /^\/tests\/auto-generate$/ };
  await fails(page, DETAIL, call, generate);
  await fails(page, "One, Two", { ...call, body: { detail: ["One", { msg: "Two" }] } }, generate);
  await fails(page, '{"odd":1}', { ...call, body: { detail: { odd: 1 } } }, generate);
  await fails(page, "Failed to generate test", { ...call, body: { detail: "" } }, generate);
  await fails(page, "The model is asleep.", { ...call, status: 200, body: { success: false, message: "The model is asleep." } }, generate);

  await page.goto(`${server.url}/admin?tab=invites&send=1`);
  const next = () => dialog(page).getByRole("button", { name: "Next" }).click();
  await says(page, "Please select a test", next);
  await dialog(page).getByLabel("Test").selectOption({ index: 1 });
  await says(page, "Please fill in applicant name and email", next);
  await dialog(page).getByPlaceholder("Enter applicant name").fill("Cara Candidate");
  await dialog(page).getByPlaceholder("Enter applicant email").fill("cara@example.org");
  await next();
  await dialog(page).getByRole("radio", { name: /Admin-schedule/ }).check();
  await says(page, "Please select date and time for scheduled test", next);
  // The field with the mistake has the focus, which opens its calendar.
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("radio", { name: /No schedule/ }).check();
  await next();
  const send = () => dialog(page).getByRole("button", { name: "Send Invite" }).click();
  await fails(page, `Failed to send invite: ${DETAIL}`, { method: "POST", path: /^\/invites$/ }, send);
  const unsent = { email_sent: false, email_error: "Mailbox full", invite_url: "https://x", applicant_name: "Cara" };
  const warning = "Invite created but email failed to send. You can contact the applicant directly or retry sending the email.";
  await fails(page, warning, { method: "POST", path: /^\/invites$/, status: 201, body: unsent }, send);
  await dialog(page).getByRole("button", { name: "Done" }).click();

  // An unsent mail: the list shows it, and the retry shows its outcome.
  const [row] = await api.get<object[]>("/invites");
  const list = await refuse(page, { method: "GET", path: /^\/invites$/, status: 200, body: JSON.stringify([{ ...row, status: "sent", email_sent: false }]) });
  await page.goto(`${server.url}/admin?tab=invites`);
  const retry = () => button(page, "Retry").click();
  const mail = { method: "POST", path: /\/retry-email$/ };
  await fails(page, `Failed to retry email: ${DETAIL}`, mail, retry);
  await fails(page, "Failed to send email. Please check your email settings.", { ...mail, status: 200, body: { email_sent: false, detail: "" } }, retry);
  await fails(page, "Email sent successfully!", { ...mail, status: 200, body: { email_sent: true } }, retry);
  await list();
  // A link lost with the data key is not offered; resending the invitation creates a new one.
  const keyless = await refuse(page, { method: "GET", path: /^\/invites$/, status: 200, body: JSON.stringify([{ ...row, status: "sent", invite_url: "", token: "" }]) });
  await page.goto(`${server.url}/admin?tab=invites`);
  await expect(button(page, "Create new link")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
  await fails(page, "Email sent successfully!", { ...mail, status: 200, body: { email_sent: true } }, () => button(page, "Create new link").click());
  await keyless();

  await page.goto(`${server.url}/admin?tab=scoring`);
  const auto = () => button(page, "Gemini Auto Review").click();
  const review = { method: "POST", path: /^\/admin\/auto-review\// };
  await fails(page, DETAIL, review, auto);
  await fails(page, "Failed to perform auto-review", { ...review, body: { detail: "" } }, auto);
  await fails(page, "Auto-review failed: No quota", { ...review, status: 200, body: { success: false, message: "No quota" } }, auto);
  await fails(page, "Auto-review completed successfully!", { ...review, status: 200, body: { success: true, message: "Done" } }, auto);
  await page.goto(`${server.url}/admin?tab=scoring&submission=${submission}`);
  const score = () => page.getByRole("button", { name: "Correct", exact: true }).first().click();
  await fails(page, `Failed to score answer: ${DETAIL}`, { method: "POST", path: /^\/admin\/scoring\/.+\/answer\// }, score);
  await says(page, "Answer scored successfully", score);
});

test("failures of settings and notifications are shown", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await api.send("POST", "/admin/create-admin", { email: "bea@example.org", password: "correct horse", full_name: "Bea Second" });
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await api.send("POST", `/start-test/${invite.token}`);
  await signIn(page, server);
  await page.goto(`${server.url}/admin?settings=admins`);
  await button(page, "Create New Admin").click();
  const create = () => dialog(page).getByRole("button", { name: "Create Admin" }).click();
  await says(page, "Please fill in all fields", create);
  await dialog(page).getByPlaceholder("Enter full name").fill("Cleo Third");
  await dialog(page).getByPlaceholder("Enter email").fill("cleo@example.org");
  await dialog(page).getByPlaceholder("Enter password").fill("short");
  await says(page, "Password must be at least 6 characters long", create);
  await dialog(page).getByPlaceholder("Enter password").fill("correct horse");
  await fails(page, `Failed to create admin: ${DETAIL}`, { method: "POST", path: /create-admin$/ }, create);
  await says(page, "Admin created successfully!", create);
  const bea = page.getByRole("listitem").filter({ hasText: "Bea Second" });
  await bea.getByRole("button", { name: "Change Password" }).click();
  const change = () => dialog(page).getByRole("button", { name: "Change Password" }).click();
  await dialog(page).getByPlaceholder("Enter new password").fill("short");
  await says(page, "Password must be at least 6 characters long", change);
  await dialog(page).getByPlaceholder("Enter new password").fill("another horse");
  await fails(page, `Failed to change password: ${DETAIL}`, { method: "PUT", path: /change-password/ }, change);
  await says(page, "Password changed successfully!", change);
  await bea.getByRole("button", { name: "Delete" }).click();
  const remove = () => dialog(page).getByRole("button", { name: "Delete admin" }).click();
  await fails(page, `Failed to delete admin: ${DETAIL}`, { method: "DELETE", path: /delete-admin/ }, remove);
  await says(page, "Admin deleted successfully!", remove);

  await page.getByRole("tab", { name: "Applicant Management" }).click();
  const cara = page.getByRole("listitem").filter({ hasText: "cara@example.org" }).last();
  await cara.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  const status = () => dialog(page).getByRole("button", { name: "Deactivate" }).click();
  await fails(page, `Failed to update applicant status: ${DETAIL}`, { method: "PUT", path: /^\/admin\/applicants\// }, status);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await cara.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete all data" }).click();
  await dialog(page).getByRole("textbox").fill("cara@example.org");
  const erase = () => dialog(page).getByRole("button", { name: "Delete all data" }).click();
  await fails(page, `Failed to delete applicant: ${DETAIL}`, { method: "DELETE", path: /^\/admin\/applicants\// }, erase);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("tab", { name: "API & Email Settings" }).click();
  const email = () => button(page, "Save email settings").click();
  await fails(page, `Failed to update email settings: ${DETAIL}`, { method: "PUT", path: /email-settings$/ }, email);
  await says(page, "Email settings updated successfully!", email);
  const mail = () => button(page, "Send test email").click();
  await fails(page, "Failed to send test email", { method: "POST", path: /email-settings\/test$/ }, mail);
  await expect(page.getByText(DETAIL).first()).toBeVisible();
  await says(page, "Test email sent successfully!", mail);
  await page.getByRole("tab", { name: "Theme Settings" }).click();
  await page.getByRole("radio", { name: "Professional" }).check({ force: true });
  const theme = () => button(page, "Save theme").click();
  await fails(page, `Failed to update theme settings: ${DETAIL}`, { method: "PUT", path: /theme-settings$/ }, theme);
  await says(page, "Theme settings updated successfully!", theme);

  await page.goto(`${server.url}/admin`);
  await page.getByRole("button", { name: /Notifications/ }).click();
  const started = dialog(page).getByRole("button", { name: /started/ });
  await fails(page, "Failed to process notification", { method: "POST", path: /mark-read$/ }, () => started.click());
  await fails(page, `Failed to clear notifications: ${DETAIL}`, { method: "DELETE", path: /clear-all$/ }, () => button(page, "Clear all").click());
  const { notifications } = await api.get<{ notifications: { type: string }[] }>("/admin/notifications");
  const told = notifications.find(({ type }) => type === "test_started");
  const other = { ...told, id: "0190a000-0000-7000-8000-000000000001", type: "test_submitted", message: "Something else" };
  const listed = JSON.stringify({ notifications: [{ ...told, data: {} }, other] });
  const list = await refuse(page, { method: "GET", path: /^\/admin\/notifications$/, status: 200, body: listed });
  await page.goto(`${server.url}/admin`);
  await page.getByRole("button", { name: /Notifications/ }).click();
  const mark = { method: "POST", path: /mark-read$/, status: 200, body: {} };
  await fails(page, "Notification marked as read", mark, () => dialog(page).getByRole("button", { name: /Something else/ }).click());
  await fails(page, "Invalid notification data", mark, () => started.click());
  await list();
  await page.goto(`${server.url}/admin`);
  await page.getByRole("button", { name: /Notifications/ }).click();
  await says(page, "Redirecting to monitor cara@example.org...", () => started.click());
  await expect(page).toHaveURL(/\/monitoring\?invite=/);
  expect(await page.evaluate(() => localStorage.getItem("preselectedApplicant"))).toBeNull();
  await page.goto(`${server.url}/admin`);
  await page.getByRole("button", { name: /Notifications/ }).click();
  await says(page, "All notifications cleared", () => button(page, "Clear all").click());
});

test("failures that a candidate may meet are shown", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const test_id = await api.createTest();
  const modes = { admin_scheduled: false, no_schedule: false };
  const self = await api.invite(test_id, "sam@example.org", "Sam Self", modes);
  const cara = await api.invite(test_id, "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Enter your email").fill("cara@example.org");
  await page.getByPlaceholder("Enter your password").fill("correct horse");
  const login = () => button(page, "Sign In").click();
  await fails(page, `Login failed: ${DETAIL}`, { method: "POST", path: /auth\/login$/ }, login);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByPlaceholder("Enter your full name").fill("Cara Candidate");
  await page.getByPlaceholder("Enter your email").fill("cara@example.org");
  await page.getByPlaceholder("Create a password").fill("correct horse");
  const register = () => button(page, "Create Account").click();
  await fails(page, `Registration failed: ${DETAIL}`, { method: "POST", path: /auth\/register$/ }, register);
  await expect(page.getByPlaceholder("Enter your full name")).toHaveValue("Cara Candidate");
  await says(page, "Registration successful! Please login.", register);
  await page.getByPlaceholder("Enter your email").fill("cara@example.org");
  await page.getByPlaceholder("Enter your password").fill("correct horse");
  const lists = `Unable to load your test invitations. Error: ${DETAIL} Please contact support if this issue persists.`;
  await fails(page, lists, { method: "GET", path: /^\/my-invites$/ }, login);
  await expect(page.getByText("No upcoming tests")).toBeHidden();

  // Cards of tests that cannot be opened yet show the reason.
  await page.goto(`${server.url}/test-invite/${cara.token}`);
  await expect(page.getByRole("heading", { name: "Backend basics" })).toBeVisible();
  const [mine] = await api.get<object[]>("/invites?email_search=cara");
  const card = (changes: object) => ({ ...mine, test: { title: "T", duration_minutes: 5, question_count: 1 }, startable: false, ...changes });
  const rows = [
    card({ id: "a", test_title: "Later one", token: "t", blocked_reason: "Complete your oldest test first" }),
    card({ id: "b", test_title: "No token", token: "", startable: true }),
  ];
  const list = await refuse(page, { method: "GET", path: /^\/my-invites$/, status: 200, body: JSON.stringify(rows) });
  await page.goto(`${server.url}/applicant`);
  const take = (title: string) => () => page.getByRole("listitem").filter({ hasText: title }).getByRole("button", { name: "Take Test" }).click();
  await says(page, "Complete your oldest test first. Please complete your tests in order.", take("Later one"));
  await says(page, "Test token not available. Please contact administrator.", take("No token"));
  const lost = page.getByRole("listitem").filter({ hasText: "No token" });
  await expect(lost).toContainText("ask for the invitation to be sent again");
  await expect(lost.getByRole("link")).toHaveCount(0);
  await list();
  await says(page, "Logged out successfully", () => button(page, "Logout").click());

  await says(page, "Invalid or expired invite link", () => page.goto(`${server.url}/test-invite/nonsense`));
  await expect(page.getByText("Invalid Invite")).toBeVisible();
  await page.goto(`${server.url}/test-invite/${self.token}`);
  await button(page, "Schedule Test").click();
  const day = new Date(Date.now() + 5 * 86_400_000).toLocaleDateString("en-US", { month: "2-digit", day: "2-digit", year: "numeric" });
  await page.getByLabel("Date").fill(day);
  await page.keyboard.press("Enter");
  await page.getByLabel("Time").selectOption("10:30");
  await fails(page, "Failed to schedule test", { method: "POST", path: /\/schedule$/ }, () => button(page, "Confirm Schedule").click());
  await expect(page.getByText(DETAIL)).toBeVisible();

  const door = { method: "GET", path: /^\/take-test\// };
  await fails(page, `Unable to load test: ${DETAIL}`, { ...door, status: 404 }, () => page.goto(`${server.url}/take-test/${cara.token}`));
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${server.url}/take-test/${cara.token}`);
  const start = () => button(page, "Start Test").click();
  const begin = { method: "POST", path: /^\/start-test\// };
  await fails(page, `Failed to start test: ${DETAIL}`, begin, start);
  await fails(page, DETAIL, { ...begin, status: 409, body: { code: "attempt_elsewhere" } }, start);
  const conflict = page.getByRole("dialog", { name: "Test Already In Progress" });
  await expect(conflict).toContainText("contact the administrator");
  await says(page, "Please contact your administrator to reset your previous test.", () => conflict.getByRole("button", { name: "Proceed" }).click());
  await start();
  await page.getByRole("button", { name: "Question 3" }).first().click();
  await askToSubmit(page);
  const submit = () => dialog(page).getByRole("button", { name: "Submit Test" }).click();
  await fails(page, `Failed to submit test: ${DETAIL}`, { method: "POST", path: /^\/submit-test\//, status: 403 }, submit);
  await says(page, "Test submitted successfully! Score: 0%", () => button(page, "Try again").click());
  await expect(page).toHaveURL(/\/login$/);
});

test("monitoring reports who cannot be watched", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const scheduled_date = new Date(Date.now() + 3_600_000).toISOString();
  const fixed = { admin_scheduled: true, no_schedule: false, scheduled_date };
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate", fixed);
  await signIn(page, server);
  const kept = { invite_id: invite.id, applicant_email: "cara@example.org", timestamp: Date.now() };
  await page.evaluate((text) => localStorage.setItem("preselectedApplicant", text), JSON.stringify(kept));
  await says(page, "Cara Candidate is not currently taking a test", () => page.goto(`${server.url}/monitoring`));
  expect(await page.evaluate(() => localStorage.getItem("preselectedApplicant"))).toBeNull();
  await says(page, "Test must be in progress to start monitoring", () => page.getByRole("button", { name: /Cara Candidate/ }).first().click());
});

test("failed video reports the step", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await api.send("POST", `/start-test/${invite.token}`);
  await signIn(page, server);
  const open = () => page.goto(`${server.url}/monitor/${invite.id}`);
  await fails(page, "Failed to initialize monitoring session", { method: "POST", path: /^\/webrtc\/start-session\// }, open);
  await fails(page, "Failed to start video monitoring", { method: "POST", path: /^\/webrtc\/answer$/ }, open);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  const camera = button(page, "Turn on camera");
  await expect(camera).toBeEnabled();
  await says(page, "Failed to access camera/microphone", () => camera.click());
  await page.addInitScript(() => {
    Object.defineProperty(RTCPeerConnection.prototype, "connectionState", { get: () => "failed" });
  });
  await says(page, "Video connection failed", open);
  await page.goto(`${server.url}/admin`);
});

test("a server that is down: the form stays, and the screen recovers automatically", async ({ page, server }) => {
  const api = await Api.signIn(server);
  await api.createTest();
  await page.goto(`${server.url}/login`);
  await expect(page.getByPlaceholder("Enter your email")).toBeVisible();
  await server.stop();
  await page.getByPlaceholder("Enter your email").fill(ADMIN.email);
  await page.getByPlaceholder("Enter your password").fill(ADMIN.password);
  await says(page, "Login failed: The server cannot be reached. Check your connection and try again.", () => button(page, "Sign In").click());
  await server.start();
  await says(page, "Login successful!", () => button(page, "Sign In").click());
  await expect(page.getByRole("tab", { name: "Tests" })).toBeVisible();
  await expect(page.getByText("No invites sent yet.", { exact: false })).toBeVisible();
  await server.stop();
  await page.getByRole("tab", { name: "Tests" }).click();
  await expect(toastOf(page, "Failed to load dashboard data")).toBeVisible();
  await server.start();
  await expect(page.getByRole("article").filter({ hasText: "Backend basics" })).toBeVisible();
});
