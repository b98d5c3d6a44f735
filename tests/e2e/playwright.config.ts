import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Bytes that the profiles of two browsers and their servers' data never reach together. */
const ROOM = 512 * 1024 * 1024;

function room(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

// In memory, where there is room: a disk that still writes out a build lets each sync wait, for seconds at times, and
// these tests are about pages. What becomes of data on disks is proved in tests/integration/faults.
if (room("/dev/shm") > ROOM) process.env.TMPDIR ??= "/dev/shm";

const candidates = [process.env.INVIGIL_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = candidates.find((path) => path && existsSync(path));

/** What several cameras are encoded for, which needs the machine for itself: run with one worker (package.json). */
const VIDEO = /(reconnect|video|wall)\.spec\.ts$/;

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  projects: [
    { name: "pages", testIgnore: VIDEO },
    { name: "video", testMatch: VIDEO },
  ],
  outputDir: "../../target/e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  // What is there at once on an idle machine; a shared one may stand still for a while.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // Once more, for a machine that stood still longer than that. What passes only then is listed as flaky: look into it.
  retries: 1,
  reporter: [["list"], ["./support/summary.ts"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    // Recording doubles the time of a test: ask for it where one fails.
    trace: process.env.INVIGIL_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath,
      ignoreDefaultArgs: ["--headless"],
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--disable-features=WebRtcHideLocalIpsWithMdns",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      ],
    },
  },
});
