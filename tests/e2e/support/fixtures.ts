// Each test has its own server, a mail sink, and pages whose console and requests are checked.

import { type BrowserContext, type Page, test as base, expect } from "@playwright/test";
import { makeFillOneStep } from "./fill.ts";
import { MailSink } from "./mail.ts";
import { ADMIN, Server } from "./server.ts";

interface Fixtures {
  server: Server;
  mail: MailSink;
  /** Problems of all pages of the test: console errors, page errors, requests to another host. */
  complaints: string[];
}

const EXPECTED_OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|Failed to fetch/;

/** NTP may set the machine's clock while tests run, above all on virtual machines: the log message is no failure. */
const CLOCK_WAS_SET = /the machine's clock was set(;| while tests are being taken;) /;

export function watch(context: BrowserContext, complaints: string[], server: Server): void {
  context.on("page", (page: Page) => {
    page.on("console", (message) => {
      const text = `${message.text()} (${message.location().url})`;
      const status = /status of (4\d\d|503)/.test(text);
      if (message.type() === "error" && !status && !EXPECTED_OFFLINE.test(text)) complaints.push(`console: ${text}`);
    });
    page.on("pageerror", (error) => complaints.push(`page error: ${error.message}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      const own = url.origin === new URL(server.url).origin || ["blob:", "data:"].includes(url.protocol);
      if (!own) complaints.push(`request to ${url.origin}`);
    });
  });
}

export const test = base.extend<Fixtures, { oneStep: undefined }>({
  oneStep: [
    async ({ browser }, use) => {
      await makeFillOneStep(browser);
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  mail: async ({}, use) => {
    const sink = new MailSink();
    await use(sink);
    await sink.stop();
  },
  server: async ({ mail }, use) => {
    const server = new Server();
    server.createAdmin();
    server.useMail(await mail.start());
    await server.start();
    await use(server);
    await server.dispose();
    expect(server.log.split("\n").filter((line) => / (ERROR|WARN) /.test(line) && !CLOCK_WAS_SET.test(line))).toEqual([]);
  },
  complaints: async ({ context, server }, use) => {
    const complaints: string[] = [];
    watch(context, complaints, server);
    await use(complaints);
    // Before the server stops: pending requests would delay the shutdown, which logs a warning if it takes long.
    await Promise.all(context.pages().map((page) => page.close()));
    expect(complaints).toEqual([]);
  },
  page: async ({ context, complaints }, use) => {
    expect(complaints).toEqual([]);
    await use(await context.newPage());
  },
});

/** With a code runner, which warns of layers that this machine lacks. */
export const withRunner = test.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = new Server();
    server.createAdmin();
    await server.start("--runner", "auto");
    await use(server);
    await server.dispose();
  },
});

export async function signIn(page: Page, server: Server, who = ADMIN): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByPlaceholder("Enter your email").fill(who.email);
  await page.getByPlaceholder("Enter your password").fill(who.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin$/);
}

export { expect };
