// The candidate's flow from sign-up to submit by keyboard, on a small screen; and a reply that never arrives.

import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

const saved = /Saved on the server at/;

test("an account without an invite link verifies its email", async ({ page, server, mail }) => {
  const api = await Api.signIn(server);
  await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/login`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByPlaceholder("Enter your full name").fill("Cara Candidate");
  await page.getByPlaceholder("Enter your email").fill("cara@example.org");
  await page.getByPlaceholder("Create a password").fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  const link = /https?:\/\/\S+(\/verify\/[\w-]+)/.exec((await mail.take(/\/verify\//)).text ?? "")?.[1];
  expect(link).toBeTruthy();
  await page.goto(`${server.url}${link}`);
  await expect(page.getByRole("heading", { name: "Sign in to confirm your address" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Login" }).click();
  await page.getByPlaceholder("Enter your email").fill("cara@example.org");
  await page.getByPlaceholder("Enter your password").fill("correct horse");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your tests" }).click();
  await expect(page.getByText("Backend basics").first()).toBeVisible();
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("textbox", { name: /Full name/ }).fill("Cara Neu");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Cara Neu" })).toBeVisible();
});

test("the device check and the practice start nothing", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Check camera and connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Check your device" });
  await expect(dialog.getByText("This is what your camera sees.")).toBeVisible();
  await expect(dialog.getByText(/The server answers in \d+ ms\./)).toBeVisible();
  await expect(dialog.getByText("Answers are kept on this computer if the network breaks.")).toBeVisible();
  await expect(dialog.getByRole("meter", { name: "Microphone level" })).toBeVisible();
  expect(await axe(page, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Try practice questions" }).click();
  await page.getByRole("radio", { name: "Apple" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Your answer" }).fill("A rehearsal.");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("textbox", { name: "Your code" }).click();
  await page.keyboard.type("print(1)");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Finish practice" }).click();
  const rows = await api.get<{ status: string }[]>("/invites");
  expect(rows.map((row) => row.status)).toEqual(["sent"]);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
});

test("sixty questions by keyboard only, on 360 pixels", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest("Sixty", 58), "cara@example.org", "Cara Candidate");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/take-test/${invite.token}`);
  const tabTo = async (name: string | RegExp) => {
    const target = page.getByRole("button", { name, exact: typeof name === "string" });
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluateAll((all) => all.some((one) => one === document.activeElement))) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${name} is not reached by Tab`);
  };
  await expect(page.getByRole("button", { name: "Start Test" })).toBeVisible();
  await tabTo("Start Test");
  await page.keyboard.press("Enter");
  for (let n = 1; n <= 58; n++) {
    await expect(page.getByText(`Question ${n} of 60`)).toBeVisible();
    if (n > 1) await expect(page.getByRole("heading", { name: `Question ${n}`, exact: true })).toBeFocused();
    const first = page.getByRole("radio").first();
    for (let presses = 0; !(await first.evaluate((one) => one === document.activeElement)); presses++) {
      expect(presses).toBeLessThan(20);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Space");
    if (n % 3 > 0) await page.keyboard.press("ArrowDown");
    await tabTo("Next");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("Question 59 of 60")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Question 59", exact: true })).toBeFocused();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  while (!(await page.getByRole("textbox", { name: /answer/i }).evaluate((one) => one === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Typed by hand.");
  await tabTo("Next");
  await page.keyboard.press("Enter");
  const code = page.getByRole("textbox", { name: "Your code" });
  await expect(code).toBeVisible();
  await expect(page.getByRole("heading", { name: "Question 60", exact: true })).toBeFocused();
  while (!(await code.evaluate((one) => one.contains(document.activeElement)))) await page.keyboard.press("Tab");
  await page.keyboard.type("fn main");
  // Tab indents in the code editor; Escape releases it.
  await page.keyboard.press("Escape");
  // It waits until the keys rest, so that no held key submits.
  await expect(page.getByRole("button", { name: "Submit Test" })).toBeEnabled();
  await tabTo("Submit Test");
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Submit Test" })).toBeEnabled();
  await tabTo("Submit Test");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Test submitted successfully!/)).toBeVisible();

  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const detail = await api.get<{ answers: { answer: string }[] }>(`/results/${results[0]?.submission_id}`);
  const typed = Array.from({ length: 58 }, (_, n) => String(n + ((n + 1) % 3 > 0 ? 2 : 1)));
  expect(detail.answers.map((a) => a.answer)).toEqual([...typed, "Typed by hand.", "fn main"]);
});

test("a crash between a save and its reply keeps the answer, once", async ({ page, server, complaints }) => {
  const api = await Api.signIn(server);
  const invite = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  const target = new URL(server.url);
  let hold = false;
  let held: (() => void) | undefined;
  const holding = new Promise<void>((resolve) => {
    held = resolve;
  });
  // Forwards everything, but never delivers the reply of a save.
  const proxy = createServer((incoming, outgoing) => {
    const onward = httpRequest(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (reply) => {
        if (hold && incoming.method === "PUT") return void held?.();
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await page.goto(`${url}/take-test/${invite.token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.fill("First.");
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  hold = true;
  await essay.fill("First. Second.");
  await holding;
  await server.stop("SIGKILL");
  await essay.fill("First. Second. Third.");
  hold = false;
  await server.start();
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole("textbox", { name: /answer/i })).toHaveValue("First. Second. Third.");
  const rows = await api.get<{ id: string; attempt_id: string }[]>("/invites");
  await api.send("POST", `/attempts/${rows[0]?.attempt_id}/end`, { reason: "Enough" });
  const { results } = await api.get<{ results: { submission_id: string }[] }>("/results");
  const detail = await api.get<{ answers: { answer: string }[]; late_answers: unknown[] }>(
    `/results/${results[0]?.submission_id}`,
  );
  expect(detail.answers.map((a) => a.answer)).toEqual(["", "First. Second. Third.", ""]);
  expect(detail.late_answers).toEqual([]);
  // First, so that it sends no further requests.
  await page.close();
  proxy.closeAllConnections();
  proxy.close();
  // The proxy has another origin than the server: ignore that.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => text !== `request to ${url}`));
});
