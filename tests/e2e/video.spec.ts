// The candidate's side of live video, proven by frames that a viewer decodes, never by a label.

import { Api } from "./support/api.ts";
import { expect, test } from "./support/fixtures.ts";
import { begin, invited } from "./support/video.ts";
import { Viewer } from "./support/viewer.ts";

const LOST = "The video connection is lost; trying again. Your answers are saved independently.";
const saved = /Saved on the server at/;

interface Seen {
  invite_id: string;
  attempt_id: string;
  question: number | null;
  video: { state: string; via: string | null; reason: string | null };
}

async function monitored(api: Api, id: string): Promise<Seen> {
  const rows = await api.get<Seen[]>("/admin/monitoring");
  const row = rows.find(({ invite_id }) => invite_id === id);
  if (!row) throw new Error("the invite is not on the list");
  return row;
}

/** Waits for more frames than there are now. */
async function rising(viewer: Viewer): Promise<void> {
  const { frames } = await viewer.decoded();
  await expect.poll(async () => (await viewer.decoded()).frames).toBeGreaterThan(frames + 3);
}

test("a viewer decodes the candidate's video and audio, and a message arrives at once", async ({
  page,
  server,
  browser,
}) => {
  const { api, id, token } = await invited(server);
  await begin(page, server, token);
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const viewer = await Viewer.open(browser, server, api);
  await viewer.watch(id);
  await rising(viewer);
  // A viewer of one candidate gets the high layer.
  await expect.poll(() => viewer.decoded(), { timeout: 90_000 }).toMatchObject({ width: 640, height: 480 });
  await expect.poll(async () => (await viewer.decoded()).audio).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(async () => (await monitored(api, id)).question).toBe(2);
  await expect.poll(async () => (await monitored(api, id)).video).toMatchObject({ state: "live", via: "webrtc" });
  const { attempt_id } = await monitored(api, id);

  const essay = page.getByRole("textbox", { name: /answer/i });
  await essay.fill("Half a sent");
  const sent = await api.send<{ id: string }>("POST", `/attempts/${attempt_id}/messages`, { text: "Please sit up." });
  const card = page.getByRole("region", { name: "Message from a proctor" });
  await expect(card).toContainText("Please sit up.", { timeout: 15_000 });
  await page.keyboard.type("ence.");
  await expect(essay).toHaveValue("Half a sentence.");
  await card.getByRole("button", { name: "Got it" }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Please sit up.");
  const seen = async () => {
    const list = await api.get<{ id: string; seen_at: string | null }[]>(`/attempts/${attempt_id}/messages`);
    return list.find((m) => m.id === sent.id)?.seen_at;
  };
  await expect.poll(seen).toBeTruthy();

  await api.send("PUT", `/webrtc/sessions/${await viewer.session}/proctor`, { audio: true, video: false });
  await expect(page.getByText("A proctor is speaking to you")).toBeVisible();
  await api.send("PUT", `/webrtc/sessions/${await viewer.session}/proctor`, { audio: false, video: false });
  await expect(page.getByText("A proctor is speaking to you")).toBeHidden();
  await viewer.close();
});

test("video recovers automatically from a server crash during a call", async ({ page, server, browser }) => {
  const { api, id, token } = await invited(server);
  await begin(page, server, token);
  await expect(page.getByText("The video is connected.")).toBeVisible();
  await server.stop("SIGKILL");
  await expect(page.getByText(LOST)).toBeVisible();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await server.start();
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const viewer = await Viewer.open(browser, server, api);
  await viewer.watch(id);
  await rising(viewer);
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  await viewer.close();
});

test("a camera lost during the test is reported, offered again, and visible again", async ({
  page,
  server,
  browser,
}) => {
  const { api, id, token } = await invited(server);
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      Object.assign(window, { camera: stream });
      return stream;
    };
  });
  await begin(page, server, token);
  await expect(page.getByText("The video is connected.")).toBeVisible();
  const viewer = await Viewer.open(browser, server, api);
  await viewer.watch(id);
  await rising(viewer);

  // Like a revoked permission: the track ends, and the page gets the event.
  await page.evaluate(() => {
    const track = (window as unknown as { camera: MediaStream }).camera.getVideoTracks()[0];
    track?.stop();
    track?.dispatchEvent(new Event("ended"));
  });
  const panel = page.getByRole("region", { name: "Camera", exact: true });
  await expect(panel).toContainText("Your camera stopped. The test continues.");
  await expect.poll(async () => (await monitored(api, id)).video.state).toBe("offline");
  await panel.getByRole("button", { name: "Turn on camera" }).click();
  await expect(panel).not.toContainText("Your camera stopped.");
  await rising(viewer);
  await expect.poll(async () => (await monitored(api, id)).video.state).toBe("live");
  await viewer.close();
});

test("without WebRTC stills are sent, and a refused camera blocks nothing", async ({
  page,
  server,
  browser,
}) => {
  const { api, id, token } = await invited(server);
  await page.addInitScript(() => void Reflect.deleteProperty(window, "RTCPeerConnection"));
  await begin(page, server, token);
  await expect(page.getByText(/A still picture is sent every 5 seconds\./)).toBeVisible();
  const { attempt_id } = await monitored(api, id);
  const still = async () => {
    const headers = { authorization: `Bearer ${api.token}` };
    const response = await fetch(`${server.url}/api/attempts/${attempt_id}/still`, { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, jpeg: bytes[0] === 0xff && bytes[1] === 0xd8, at: response.headers.get("x-taken-at") };
  };
  await expect.poll(async () => (await still()).status).toBe(200);
  const first = await still();
  expect(first.jpeg).toBe(true);
  await expect.poll(async () => (await still()).at).not.toBe(first.at);
  await expect.poll(async () => (await monitored(api, id)).video).toMatchObject({ state: "live", via: "stills" });

  const other = await api.invite(await api.createTest("Second test"), "dan@example.org", "Dan Candidate");
  const context = await browser.newContext();
  const denied = await context.newPage();
  await denied.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await denied.goto(`${server.url}/take-test/${other.token}`);
  await denied.getByRole("button", { name: "Start Test" }).click();
  const dialog = denied.getByRole("dialog", { name: "Camera Access Denied" });
  await dialog.getByRole("button", { name: "Proceed" }).click();
  await expect(denied.getByText(/Question 1 of 3/)).toBeVisible();
  await expect.poll(async () => (await monitored(api, other.id)).video.reason).toBe("The camera was denied.");
  await context.close();
});
