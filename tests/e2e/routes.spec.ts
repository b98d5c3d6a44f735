// The route table (docs/behaviour/screens.md#screens): access by role, and the unknown page.

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures.ts";

const ADMIN_ONLY = ["/admin", "/admin/create-test", "/admin/tests/0190a000-0000-7000-8000-000000000000", "/admin/tests/0190a000-0000-7000-8000-000000000000/results", "/admin/trials/0190a000-0000-7000-8000-000000000000", "/monitoring", "/monitor/0190a000-0000-7000-8000-000000000000"];

async function lands(page: Page, from: string, at: RegExp): Promise<void> {
  await page.goto(from);
  await expect(page).toHaveURL(at);
}

test("signed-out users are redirected to the sign-in screen", async ({ page, server }) => {
  for (const path of [...ADMIN_ONLY, "/applicant", "/"]) await lands(page, server.url + path, /\/login$/);
  await expect(page.getByText("Secure pre-interview assessments with live monitoring")).toBeVisible();
});

test("an admin is redirected from the applicant's page and an applicant from the admin's", async ({ page, server }) => {
  await signIn(page, server);
  for (const path of ["/applicant", "/", "/login"]) await lands(page, server.url + path, /\/admin$/);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByPlaceholder("Enter your full name").fill("Ben Applicant");
  await page.getByPlaceholder("Enter your email").fill("ben@example.org");
  await page.getByPlaceholder("Create a password").fill("hunter2-hunter2");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Registration successful! Please login.")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");

  await page.getByPlaceholder("Enter your email").fill("ben@example.org");
  await page.getByPlaceholder("Enter your password").fill("hunter2-hunter2");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page).toHaveURL(/\/applicant$/);
  for (const path of [...ADMIN_ONLY, "/"]) await lands(page, server.url + path, /\/applicant$/);
});

test("a wrong password is reported and the form keeps the email", async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Enter your email").fill("ada@example.org");
  await page.getByPlaceholder("Enter your password").fill("not the password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Login failed: The email address or the password is wrong.")).toBeVisible();
  await expect(page.getByPlaceholder("Enter your email")).toHaveValue("ada@example.org");
});

test("an unknown page and an unknown link show an error", async ({ page, server }) => {
  const reply = await page.goto(`${server.url}/no/such/page`);
  expect(reply?.status()).toBe(404);
  await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
  await page.goto(`${server.url}/test-invite/nonsense`);
  await expect(page.getByText("Invalid Invite")).toBeVisible();
  await page.getByRole("button", { name: "Go Home" }).or(page.getByRole("link", { name: "Go Home" })).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("an unreachable server does not sign out; an invalid token does", async ({ page, server }) => {
  await signIn(page, server);
  await server.stop();
  await page.getByRole("tab", { name: /Results/ }).click();
  // After the automatic retry.
  await expect(page.getByText("Failed to load results").first()).toBeVisible();
  await server.start();
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText("Welcome")).toBeVisible();

  await page.evaluate(() => localStorage.setItem("token", "not.a.token"));
  await page.goto(`${server.url}/admin`);
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});
