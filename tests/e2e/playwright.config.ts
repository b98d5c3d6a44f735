import { existsSync, readdirSync, statfsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { isChosen } from "../share.mjs";

/** Upper bound in bytes of three browser profiles and their servers' data. */
const REQUIRED_BYTES = 768 * 1024 * 1024;

function room(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

// In memory, if it fits: a disk still flushing a build delays each fsync, sometimes by seconds, and
// these tests are about pages. Durability is tested in tests/integration/faults.
if (room("/dev/shm") > REQUIRED_BYTES) process.env.TMPDIR ??= "/dev/shm";

const candidates = [process.env.INVIGIL_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = candidates.find((path) => path && existsSync(path));

/** Emptied by each run of a project, and two of them may run at once. */
const OUTPUT = "../../target/e2e";

/** Tests that encode several cameras: run one after the other (Makefile). */
const VIDEO = /(clips|reconnect|video|wall)\.spec\.ts$/;
/** Makes the pictures of the documentation: only `make screenshots` runs it. */
const SCREENSHOTS = /screenshots\.spec\.ts$/;

/** What a candidate's test depends on is part of every share. */
const ALWAYS = /^(axe|candidate|journey|kinds|meant|offline|walks|whole-test)\.spec\.ts$/;
const { INVIGIL_SHARE: share = "all" } = process.env;
const leftOut = readdirSync(import.meta.dirname)
  .filter((file) => !ALWAYS.test(file) && !isChosen(share, file))
  .map((file) => `**/${file}`);

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  projects: [
    { name: "pages", testIgnore: [VIDEO, SCREENSHOTS, ...leftOut], outputDir: `${OUTPUT}/pages` },
    { name: "video", testMatch: VIDEO, testIgnore: leftOut, outputDir: `${OUTPUT}/video` },
    { name: "screenshots", testMatch: SCREENSHOTS, retries: 0, outputDir: `${OUTPUT}/screenshots` },
  ],
  fullyParallel: true,
  // One more than the two cores of a small machine: two keep them busy three quarters of the time.
  workers: 3,
  timeout: 480_000,
  // Generous timeouts: immediate on an idle machine, but a shared one may be four times as slow.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // One retry, for a machine that stalled longer. Tests that pass only then are listed as flaky: investigate them.
  retries: 1,
  reporter: [["list"], ["./support/summary.ts"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    // Recording doubles the time of a test: enable it for failures only.
    trace: process.env.INVIGIL_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions: {
      executablePath,
      ignoreDefaultArgs: ["--headless"],
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--in-process-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        // The address bar's popup is a page with a renderer of its own in each window: a fifth of the processor time.
        "--disable-features=WebRtcHideLocalIpsWithMdns,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      ],
    },
  },
});
