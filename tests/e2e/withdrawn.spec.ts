// Changes by another person meanwhile: a test deleted under its candidate, a test edited twice, a session that ends.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";
import { ADMIN } from "./support/server.ts";
import { write } from "./support/take.ts";

interface Stored {
  questions: object[];
}

test("a test deleted under a running candidate says so at once, and gives the answers", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const id = await api.createTest();
  const { token } = await api.invite(id, "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await write(page, "My own words.");

  await api.send("DELETE", `/tests/${id}/force`);
  const withdrawn = page.getByRole("heading", { name: "This test was withdrawn" });
  await expect(withdrawn).toBeVisible();
  await page.reload();
  await expect(withdrawn).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save answers to a file" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("2. How do you find a slow query?\n\nMy own words.");

  // Nothing is tried again.
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes(token)) calls++;
  });
  await page.clock.install();
  await page.clock.runFor(120_000);
  expect(calls).toBe(0);
  await page.getByRole("button", { name: "Delete them from this computer" }).click();
  await page.clock.runFor(2_000);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("two administrators who edit one test see both versions, and lose neither", async ({ page, server, browser, complaints }) => {
  const api = await Api.signIn(server);
  const id = await api.createTest("Shared test");
  const kim = { ...ADMIN, email: "kim@example.org", name: "Kim Sato" };
  await api.send("POST", "/admin/create-admin", { email: kim.email, password: kim.password, full_name: kim.name });
  const context = await browser.newContext();
  watch(context, complaints, server);
  const other = await context.newPage();
  await signIn(page, server);
  await signIn(other, server, kim);
  const edit = async (at: Page, changes: Record<string, string>) => {
    await at.goto(`${server.url}/admin/tests/${id}/settings`);
    for (const [name, text] of Object.entries(changes)) await at.getByRole("textbox", { name }).fill(text);
  };
  const save = (at: Page) => at.getByRole("button", { name: "Update test" }).click();
  await edit(page, { Title: "My title" });
  await edit(other, { Title: "Their title", Description: "Their text." });
  await save(other);
  await expect(other.getByText("Test updated successfully!")).toBeVisible();

  // The second sees both versions, and combines them.
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "Kim Sato changed this test" })).toBeVisible();
  const title = page.getByRole("group", { name: /Title, changed by both/ });
  await expect(title).toContainText("My title");
  await expect(title).toContainText("Their title");
  await title.getByText("Your version").click();
  await page.getByRole("button", { name: "Continue" }).click();
  await save(page);
  await expect(page.getByText("Test updated successfully!")).toBeVisible();
  expect(await api.get(`/tests/${id}`)).toMatchObject({ title: "My title", description: "Their text.", version: 3 });

  // The first, who has it open since, takes all of the other version.
  await edit(other, { Title: "Her title" });
  const { questions, ...read } = await api.get<Stored>(`/tests/${id}`);
  await api.send("PUT", `/tests/${id}`, { ...read, title: "Latest title", questions });
  await save(other);
  await other.getByRole("button", { name: "All theirs" }).click();
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByRole("textbox", { name: "Title" })).toHaveValue("Latest title");
  await context.close();
});

test("an edit survives the end of its session", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const id = await api.createTest("Shared test");
  await signIn(page, server);
  await page.goto(`${server.url}/admin/tests/${id}/settings`);
  await page.getByRole("textbox", { name: "Title" }).fill("My title");
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  // The page may learn of it by its stream of events before it is asked to save.
  await expect(async () => {
    if (!page.url().endsWith("/login")) await page.getByRole("button", { name: "Update test" }).click({ timeout: 2_000 });
    await expect(page).toHaveURL(/\/login$/, { timeout: 5_000 });
  }).toPass();

  await page.getByPlaceholder("Enter your email").fill(ADMIN.email);
  await page.getByPlaceholder("Enter your password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Your unsaved changes are back.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("My title");
  await page.getByRole("button", { name: "Update test" }).click();
  await expect(page.getByText("Test updated successfully!")).toBeVisible();
  expect(await api.get(`/tests/${id}`)).toMatchObject({ title: "My title", version: 2 });
});
