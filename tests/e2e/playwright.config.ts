import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

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
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    // Recording doubles the time of a test: ask for it where one fails.
    trace: process.env.INVIGIL_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
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
