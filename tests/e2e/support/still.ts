// Checks a page once animations have ended: text that is fading in has neither its position nor its contrast.

import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Removes the toasts that are shown: they would disappear by themselves, after seconds. */
async function withoutToasts(page: Page): Promise<void> {
  await page.locator("[aria-live=off] > * > *").evaluateAll((toasts) => {
    for (const toast of toasts) if (toast instanceof HTMLElement) toast.style.display = "none";
  });
}

/** Waits for finite animations to end. Toasts are gone by then. */
export async function standsStill(page: Page): Promise<void> {
  await withoutToasts(page);
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ playState, effect }) => {
          const endless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
          return playState === "running" && !endless;
        }).length,
    );
  await expect.poll(moving).toBe(0);
}

/** Horizontal overflow in pixels, once the page has handled its width: a table becomes cards then. */
export async function fits(page: Page, where: string): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wide, { message: `${where}: sideways scroll` }).toBeLessThanOrEqual(0);
}

/** Controls that belong together stand in one line. */
export async function standInLine(controls: Locator, where: string): Promise<void> {
  const tops = () => controls.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
  await expect.poll(tops, { message: `${where}: lines` }).toBe(1);
}
