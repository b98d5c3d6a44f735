// Causes of a missing picture, one after the other in one attempt: what the candidate and the proctor read of each, and what
// the timeline keeps. The whole table is tests/camera-causes.json.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { type FakeCameras, fakeCameras } from "./support/cameras.ts";
import { expect, signIn, test, watch } from "./support/fixtures.ts";

/** A picture counts as frozen after 12 s: `make prove` waits for it. */
const LONG = Boolean(process.env.INVIGIL_FROZEN);

interface Row {
  attempt_id: string;
  signal_count: number;
  video: { state: string; reason: string | null };
  connection: { state: string };
  camera: { state: string; reason: string | null; name: string | null; is_virtual: boolean } | null;
  microphone: { state: string } | null;
}

const happens = <K extends keyof FakeCameras>(page: Page, name: K, ...args: Parameters<FakeCameras[K]>) =>
  page.evaluate(
    ([call, given]) => (window.cameras[call as "show"] as (...all: unknown[]) => void)(...(given as unknown[])),
    [name, args] as const,
  );

/** Whatever a fault of the camera says, it covers neither the question nor its answers. */
async function expectQuestionFree(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByRole("region", { name: "Camera problem" })).toBeVisible({ visible: width === 390 });
    await page.getByRole("button", { name: "Mark for later" }).click({ trial: true });
    for (const option of await page.getByRole("radio").all()) await option.click({ trial: true });
  }
  if (size) await page.setViewportSize(size);
}

test("each cause has its own word for candidate, proctor and timeline", async ({ page, server, browser, complaints }) => {
  const api = await Api.signIn(server);
  const { token } = await api.invite(await api.createTest(), "cara@example.org", "Cara Candidate");
  await fakeCameras(page, ["Integrated IR Camera", "Integrated Camera", "OBS Virtual Camera"]);
  const row = async (): Promise<Row> => {
    const found = (await api.get<Row[]>("/admin/monitoring"))[0];
    if (!found) throw new Error("nobody is on the list");
    return found;
  };
  const proctorReads = (camera: string, video: "live" | "offline", reason: string | null = null) =>
    expect
      .poll(async () => {
        const now = await row();
        const { state } = now.camera ?? {};
        return { connection: now.connection.state, camera: state, video: now.video.state, reason: now.camera?.reason };
      })
      .toEqual({ connection: "connected", camera, video, reason });

  const inUse = (name: string, is_virtual: boolean) =>
    expect.poll(async () => (await row()).camera).toMatchObject({ name, is_virtual });

  // The check passes over the infrared camera, and the choice is remembered.
  await page.goto(`${server.url}/take-test/${token}`);
  await page.getByRole("button", { name: "Check camera and connection" }).click();
  await expect(page.getByText("This is what your camera sees.")).toBeVisible();
  const choice = page.getByRole("combobox", { name: "Camera" });
  await expect(choice.locator("option:checked")).toHaveText("Integrated Camera");
  await choice.selectOption("OBS Virtual Camera");
  await expect(choice.locator("option:checked")).toHaveText("OBS Virtual Camera");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Start Test" }).click();
  await expect(page.getByText(/Question 1 of 3/)).toBeVisible();
  const panel = page.getByRole("region", { name: "Camera", exact: true });
  const connected = panel.getByText("The video is connected.");
  await expect(connected).toBeVisible();
  await proctorReads("on", "live");
  await inUse("OBS Virtual Camera", true);
  expect((await row()).microphone?.state).toBe("on");

  const proctor = await (await browser.newContext()).newPage();
  watch(proctor.context(), complaints, server);
  await signIn(proctor, server);
  await proctor.goto(`${server.url}/monitoring`);
  const listed = proctor.getByRole("button", { name: /^Cara Candidate/ });
  await expect(listed).toContainText("LIVE");

  // A lid or a privacy key: no frame arrives, and it is not the network.
  await happens(page, "mute", true);
  await expect(panel.getByText(/Your camera is switched off: by its lid, a camera key or the system\./)).toBeVisible();
  await expect(panel.getByText("The connection is fine.")).toBeVisible();
  await expect(connected).toBeHidden();
  await expectQuestionFree(page);
  await proctorReads("muted", "offline", "The camera is muted: by its lid, a key or the system.");
  await expect(listed).toContainText("CAMERA MUTED");
  await expect(listed).not.toContainText("OFFLINE");
  await happens(page, "mute", false);
  await expect(connected).toBeVisible();
  await proctorReads("on", "live");

  await happens(page, "show", "black");
  await expect(panel.getByText(/Your camera sends a black picture\./)).toBeVisible();
  await proctorReads("black", "live", "The camera sends a black picture.");
  await expect(listed).toContainText("BLACK PICTURE");
  await happens(page, "show", "moving");
  await proctorReads("on", "live");

  if (LONG) {
    await happens(page, "show", "frozen");
    await expect(panel.getByText(/Your camera's picture is frozen\./)).toBeVisible();
    await expect.poll(async () => (await row()).camera?.state).toBe("frozen");
    await happens(page, "show", "moving");
    await proctorReads("on", "live");
  }

  // Blocked beside the address, and allowed again: it comes back by itself.
  await happens(page, "permit", "denied");
  await expect(panel.getByText(/The browser blocks the camera on this page\./)).toBeVisible();
  await proctorReads("denied", "offline", "The camera was denied.");
  await happens(page, "permit", "granted");
  await proctorReads("on", "live");

  // Another program takes it: the candidate uses another one.
  await happens(page, "take", "OBS Virtual Camera", true);
  await proctorReads("lost", "offline", "The camera has stopped.");
  await panel.getByRole("button", { name: "Choose another" }).click();
  const dialog = page.getByRole("dialog", { name: "Camera and microphone" });
  await dialog.getByRole("combobox", { name: "Camera" }).selectOption("Integrated Camera");
  await expect(dialog.getByText("In use: Integrated Camera")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).not.toContainText("Your camera stopped.");
  await proctorReads("on", "live");
  await inUse("Integrated Camera", false);

  // Unplugged, and a reload without it: the next one is used.
  await happens(page, "unplug", "Integrated Camera");
  await proctorReads("unplugged", "offline", "The camera was unplugged.");
  const { attempt_id } = await row();
  const timeline = async () => {
    const { entries } = await api.get<{ entries: { kind: string; signal?: string; text: string }[] }>(
      `/attempts/${attempt_id}/timeline`,
    );
    const told = entries.flatMap(({ signal, text }) =>
      signal?.startsWith("camera") ? [[signal, text].filter(Boolean).join(": ")] : [],
    );
    return { told, off: entries.filter(({ kind }) => kind === "video_off").map(({ text }) => text) };
  };
  // Changes that follow each other fast are recorded one in ten seconds, with what is true by then.
  await expect.poll(async () => (await timeline()).told).toContain("camera_lost: unplugged");
  await happens(page, "take", "OBS Virtual Camera", false);
  await page.reload();
  await expect(connected).toBeVisible();
  await proctorReads("on", "live");
  await inUse("Integrated IR Camera", false);

  // Each start and end once, beside what the server measured.
  await expect.poll(async () => (await timeline()).told.at(-1)).toBe("camera_changed");
  const { told, off } = await timeline();
  expect(told).toContain("camera_muted");
  expect(told).toContain("camera_denied: denied");
  expect(told).toContain("camera_lost: unplugged");
  expect(new Set(told.filter((one, at) => one === told[at - 1])).size).toBe(0);
  expect(off).toContain("The camera is muted: by its lid, a key or the system.");
  await proctor.context().close();
});
