// Playwright's fill gives a field the focus and then types into whatever has it: on a slow machine a dialog that opens or
// closes in between takes the words. Here both are one step of the page.

import type { Browser, Locator } from "@playwright/test";
import { expect } from "@playwright/test";

type Fill = Locator["fill"];

/** Types as a person's browser would, with the same events; false where the field did not keep the focus. */
function type(field: Element, words: string): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error("no field for words");
  field.focus();
  if (document.activeElement !== field) return false;
  field.select();
  return words ? document.execCommand("insertText", false, words) : !field.value || document.execCommand("delete");
}

/** For the whole process: all pages share one kind of locator. */
export async function makeFillOneStep(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const locators: { fill: Fill } = Object.getPrototypeOf(page.locator("html"));
  await page.close();
  locators.fill = async function (this: Locator, words: string) {
    await expect(this).toBeEditable();
    await expect.poll(() => this.evaluate(type, words), `the focus for "${words.slice(0, 40)}"`).toBe(true);
  };
}
