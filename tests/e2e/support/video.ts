// Video that a page really receives: decoded frames from the connections' statistics, never a label.

import type { BrowserContext, Page } from "@playwright/test";
import { Api } from "./api.ts";
import { expect } from "./fixtures.ts";
import type { Server } from "./server.ts";

declare global {
  interface Window {
    __connections?: RTCPeerConnection[];
  }
}

/** Records every RTCPeerConnection of this context's pages, for their statistics. */
export async function keepConnections(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    window.__connections = made;
    window.RTCPeerConnection = new Proxy(RTCPeerConnection, {
      construct(target, args: [RTCConfiguration?]) {
        const connection = new target(...args);
        made.push(connection);
        return connection;
      },
    });
  });
}

/** Frames decoded so far, for each video of the open connections with at least one frame. */
export function decoded(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const frames: number[] = [];
    for (const connection of window.__connections ?? []) {
      if (connection.connectionState === "closed") continue;
      for (const report of (await connection.getStats()).values()) {
        if (report.type === "inbound-rtp" && report.kind === "video" && report.framesDecoded > 0) {
          frames.push(report.framesDecoded as number);
        }
      }
    }
    return frames;
  });
}

/** Waits until `count` videos arrive and each of them advances. */
export async function arrives(page: Page, count: number): Promise<void> {
  await expect(async () => {
    const before = await decoded(page);
    expect(before.length).toBe(count);
    await expect
      .poll(async () => {
        const now = await decoded(page);
        return now.length === count && now.every((frames, n) => frames > (before[n] ?? 0));
      }, { timeout: 4_000 })
      .toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** Width in pixels of the widest video on the page. */
export function widest(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...[...document.querySelectorAll("video")].map((video) => video.videoWidth)));
}

/** A candidate who may take a test of three questions. */
export async function invited(server: Server): Promise<{ api: Api; id: string; token: string }> {
  const api = await Api.signIn(server);
  const { id, token } = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  return { api, id, token };
}

/** The candidate's page, in the test. */
export async function begin(page: Page, server: Server, token: string): Promise<void> {
  await page.goto(`${server.url}/take-test/${token}`);
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
}
