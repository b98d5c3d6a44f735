// Broken video recovers automatically, measured by decoded frames; meanwhile the pages describe the problem.

import type { Browser, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import type { Server } from "./support/server.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";
import { Relay, without } from "./support/relay.ts";
import { arrives, begin, invited, keepConnections } from "./support/video.ts";
import { Viewer } from "./support/viewer.ts";

const LOST = "The video connection is lost; trying again. Your answers are saved independently.";
const STILLS = /A still picture is sent every 5 seconds\./;
/** Longer than the server waits for a silent connection, which is 30 s. */
const LONG = Number(process.env.INVIGIL_LONG_BREAK ?? 35);

/** The browser accepts the certificate for pages without a prompt, but not for a service worker. */
const OVER_TLS = { ignoreHTTPSErrors: true, serviceWorkers: "block" } as const;

interface Row {
  invite_id: string;
  video: { state: string; via: string | null; reason: string | null };
}

async function video(api: Api, id: string): Promise<Row["video"] | undefined> {
  return (await api.get<Row[]>("/admin/monitoring")).find(({ invite_id }) => invite_id === id)?.video;
}

async function rising(viewer: Viewer): Promise<void> {
  const { frames } = await viewer.decoded();
  await expect.poll(async () => (await viewer.decoded()).frames).toBeGreaterThan(frames + 3);
}

/** A separate administrator's page, signed in and watching one candidate. */
async function monitor(browser: Browser, server: Server, complaints: string[], id: string, before = async (_: Page) => {}) {
  const context = await browser.newContext(OVER_TLS);
  await keepConnections(context);
  watch(context, complaints, server);
  const page = await context.newPage();
  await before(page);
  await signIn(page, server);
  await page.goto(`${server.url}/monitor/${id}`);
  await expect(page.getByText("Test In Progress")).toBeVisible();
  return page;
}

for (const seconds of [3, 8, LONG]) {
  test(`the candidate's network is down for ${seconds} s`, async ({ page, server, browser }) => {
    const { api, id, token } = await invited(server);
    const relay = await Relay.open();
    await relay.carry(page);
    await begin(page, server, token);
    await expect(page.getByText("The video is connected.")).toBeVisible();
    const viewer = await Viewer.open(browser, server, api);
    await viewer.watch(id);
    await rising(viewer);
    await relay.cut(page, seconds, async () => {
      if (seconds < 8) return;
      await expect.poll(() => video(api, id)).toMatchObject({ state: "offline", reason: "The network was lost." });
      if (seconds > 20) await expect(page.getByText(LOST)).toBeVisible();
    });
    // The same viewer sees new frames without any interaction.
    await rising(viewer);
    await expect(page.getByText("The video is connected.")).toBeVisible();
    await expect.poll(() => video(api, id)).toMatchObject({ state: "live", via: "webrtc", reason: null });
    await viewer.close();
    relay.close();
  });
}

test("reloads of either page, a lost network of the viewer and a killed server", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  const { id, token } = await invited(server);
  await begin(page, server, token);
  const relay = await Relay.open();
  const watching = await monitor(browser, server, complaints, id, (admin) => relay.carry(admin));
  await arrives(watching, 1);

  await page.reload();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
  await arrives(watching, 1);

  await watching.reload();
  await arrives(watching, 1);
  await expect(watching.getByText("Your link: Connected", { exact: true })).toBeVisible();

  await relay.cut(watching, 8, async () => {
    await expect(watching.getByText(/^The video/).first()).toBeVisible();
  });
  await arrives(watching, 1);

  // A crash during a call, with a wall next to the monitor.
  const wall = await watching.context().newPage();
  await wall.goto(`${server.url}/monitoring?view=wall`);
  await arrives(wall, 1);
  await server.stop("SIGKILL");
  await expect(page.getByText(LOST)).toBeVisible();
  await server.start();
  await expect(page.getByText("The video is connected.")).toBeVisible();
  for (const watcher of [wall, watching]) {
    await arrives(watcher, 1);
    await expect(watcher.getByText("LIVE", { exact: true }).first()).toBeVisible();
  }
  await watching.context().close();
  relay.close();
});

test("without a media path, stills are shown with their age, and video returns with the path", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  const { id, token } = await invited(server);
  await server.stop();
  // No server listens there.
  await server.start("--media-advertise", "127.0.0.1:9");
  await begin(page, server, token);
  await expect(page.getByText(STILLS)).toBeVisible();
  const watching = await monitor(browser, server, complaints, id);
  await expect(watching.getByRole("img", { name: "Video of Cara Candidate" })).toBeVisible();
  await expect(watching.getByText(/^Picture .* ago$|^Picture just now$/)).toBeVisible();
  await expect(watching.getByText("LIVE", { exact: true })).toBeVisible();
  await server.stop();
  await server.start();
  await expect(page.getByText("The video is connected.")).toBeVisible({ timeout: 60_000 });
  await arrives(watching, 1);
  await watching.context().close();
});

test("a server without live video shows stills, and reports no failure", async ({ page, server, browser, complaints }) => {
  const { id, token } = await invited(server);
  await server.stop();
  await server.start("--media-listen", "off");
  await begin(page, server, token);
  const watching = await monitor(browser, server, complaints, id);
  for (const path of [`/monitor/${id}`, `/monitoring?invite=${id}`, `/monitoring?view=wall&focus=${id}`]) {
    await watching.goto(`${server.url}${path}`);
    await expect(watching.getByText("LIVE", { exact: true }).first()).toBeVisible();
    await expect(watching.getByRole("img", { name: "Video of Cara Candidate" }).first()).toBeVisible();
    await expect(watching.getByText(/Failed to (initialize|start)|Video connection failed/)).toHaveCount(0);
  }
  await watching.context().close();
});

test("where a firewall drops UDP, both pages connect over TCP", async ({ page, server, browser, complaints }) => {
  const { id, token } = await invited(server);
  await without("udp", page);
  await begin(page, server, token);
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const watching = await monitor(browser, server, complaints, id, (admin) => without("udp", admin));
  await arrives(watching, 1);
  await watching.context().close();
});

test("over a certificate of the server's own CA", async ({ server, browser, complaints }) => {
  const { id, token } = await invited(server);
  await server.stop();
  await server.start("--tls-self-signed");
  expect(server.url).toMatch(/^https:/);
  const context = await browser.newContext(OVER_TLS);
  watch(context, complaints, server);
  const page = await context.newPage();
  await begin(page, server, token);
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const watching = await monitor(browser, server, complaints, id);
  await arrives(watching, 1);
  await watching.context().close();
  await context.close();
});
