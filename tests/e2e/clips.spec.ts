// The video around a flag, kept and played: recorded from a real camera, and decoded by a browser.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import type { Server } from "./support/server.ts";
import { submit } from "./support/take.ts";
import { begin } from "./support/video.ts";
import { Viewer } from "./support/viewer.ts";

interface Row {
  invite_id: string;
  attempt_id: string;
}

interface Entry {
  kind: string;
  clip_id?: string;
}

/** A candidate whose test keeps clips, with video. */
async function filmed(page: Page, server: Server, api: Api): Promise<Row> {
  const id = await api.createTest();
  await api.send("PUT", `/tests/${id}/clips`, { keep: true, signals: [] });
  const invite = await api.invite(id, "cara@example.org", "Cara Candidate");
  await page.goto(`${server.url}/take-test/${invite.token}`);
  await expect(page.getByText(/the video of your camera is kept/)).toBeVisible();
  await begin(page, server, invite.token);
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const row = (await api.get<Row[]>("/admin/monitoring")).find(({ invite_id }) => invite_id === invite.id);
  if (!row) throw new Error("the invite is not on the list");
  return row;
}

const flag = (api: Api, { attempt_id }: Row) => api.send("POST", `/attempts/${attempt_id}/flags`, { note: "Looks away" });

/** Waits for frames that come after now. */
async function rising(viewer: Viewer): Promise<void> {
  const { frames } = await viewer.decoded();
  await expect.poll(async () => (await viewer.decoded()).frames).toBeGreaterThan(frames + 20);
}

test("a flag keeps a clip, which a browser plays and seeks in", async ({ page, server, browser }) => {
  const api = await Api.signIn(server);
  const row = await filmed(page, server, api);
  const viewer = await Viewer.open(browser, server, api);
  await viewer.watch(row.invite_id);
  await rising(viewer);
  await flag(api, row);
  // The end of the attempt ends the clip: some seconds of video are enough here.
  await rising(viewer);
  await viewer.close();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await submit(page);
  await expect(page.getByRole("button", { name: "Download receipt" })).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  await signIn(staff, server);
  const [result] = (await api.get<{ results: { submission_id: string }[] }>("/results")).results;
  await staff.goto(`${server.url}/admin?tab=results&result=${result?.submission_id}`);
  const play = staff.getByRole("button", { name: "Play the clip" });
  await expect(play).toBeVisible();
  await axe(staff);
  await play.click();
  const video = staff.locator("video");
  await expect(video).toHaveAttribute("aria-label", /^Clip of /);
  const state = () =>
    video.evaluate((element) => {
      const { videoWidth, readyState, duration, error } = element as HTMLVideoElement;
      return { width: videoWidth, ready: readyState >= 2, long: duration > 1, error: error?.message ?? null };
    });
  await expect.poll(state).toMatchObject({ ready: true, long: true, error: null });
  expect((await state()).width).toBeGreaterThan(0);
  const sought = await video.evaluate(async (element) => {
    const player = element as HTMLVideoElement;
    player.pause();
    const half = player.duration / 2;
    const moved = new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
    player.currentTime = half;
    await moved;
    return { at: Math.abs(player.currentTime - half) < 0.5, frames: player.getVideoPlaybackQuality().totalVideoFrames };
  });
  expect(sought.at).toBe(true);
  expect(sought.frames).toBeGreaterThan(0);
  await context.close();
});

test("a stop of the server keeps the clip that it ends, and a kill leaves no half of one", async ({ page, server, browser }) => {
  const api = await Api.signIn(server);
  const row = await filmed(page, server, api);
  const kept = async () => {
    const { entries } = await api.get<{ entries: Entry[] }>(`/attempts/${row.attempt_id}/timeline`);
    const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
    return { flags: count("flag"), clips: count("clip") };
  };
  const viewer = await Viewer.open(browser, server, api);
  await viewer.watch(row.invite_id);
  await rising(viewer);
  await flag(api, row);
  await rising(viewer);
  await viewer.close();
  await server.stop("SIGTERM");
  await server.start();
  expect(await kept()).toEqual({ flags: 1, clips: 1 });
  // The page reconnects, and its video with it.
  await expect(page.getByText("The video is connected.")).toBeVisible();
  await flag(api, row);
  await server.stop("SIGKILL");
  await server.start();
  expect(await kept()).toEqual({ flags: 2, clips: 1 });
});
