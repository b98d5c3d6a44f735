// Candidate actions on the take page, whose lazy modules load a moment after the first paint.

import type { Page, Request } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** 'Submit Test', up to the confirmation dialog: until it has loaded, the native confirm is dismissed. */
export async function askToSubmit(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    if (!(await dialog.isVisible())) {
      await page.getByRole("main").getByRole("button", { name: "Submit Test" }).click({ timeout: 5_000 });
    }
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Submits a test. */
export async function submit(page: Page): Promise<void> {
  await askToSubmit(page);
  await page.getByRole("dialog").getByRole("button", { name: "Submit Test" }).click();
}

/** The JSON of a save, which is sent as base64 where JSON did not get through. */
function sentText(request: Request): string {
  const body = request.postData() ?? "";
  return request.headers()["x-encoded"] ? Buffer.from(body, "base64").toString() : body;
}

/** Fills the current answer, and waits until the server has it: the header may refer to an earlier save. */
export async function write(page: Page, text: string): Promise<void> {
  const kept = page.context().waitForEvent("response", (response) => {
    const request = response.request();
    const isSave = request.method() === "PUT" && request.url().endsWith("/answers");
    return isSave && response.ok() && sentText(request).includes(JSON.stringify(text));
  });
  await Promise.all([kept, page.getByRole("textbox", { name: /answer/i }).fill(text)]);
}

/** Pastes until it is recorded once: the recorder is a lazy module. */
export async function paste(page: Page, token: string, text: string): Promise<void> {
  const noted = () =>
    page.evaluate(
      ([slot, words]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", words);
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        return localStorage.getItem(slot) ?? "";
      },
      [`invigil_signals:${token}`, text] as const,
    );
  await expect.poll(noted).toContain("paste");
}
