// Playwright's fill focuses a field and then types into the focused element: on a slow machine a dialog that opens or
// closes in between receives the text. Here both happen in one step in the page.

import type { Browser, Locator } from "@playwright/test";
import { expect } from "@playwright/test";

type Fill = Locator["fill"];

/** Types with the events of real input; false if the field lost the focus. */
function type(field: Element, words: string): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error("no field for words");
  field.focus();
  if (document.activeElement !== field) return false;
  if (field.type === "time") {
    // A control of the browser's own, which takes no text. The setter of the prototype is the one that React watches.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, words);
    return field.dispatchEvent(new Event("input", { bubbles: true }));
  }
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
