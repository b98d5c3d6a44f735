// Looks at a page once it stands still: half faded in, words have neither their place nor their contrast.

import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Waits for the end of what moves, but for what moves for ever. Toasts are over by then. */
export async function standsStill(page: Page): Promise<void> {
  await expect(page.locator("[aria-live=off] [role=status]")).toHaveCount(0);
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

/** How far the page can be scrolled sideways, once it has heard of its width: a table becomes cards then. */
export async function fits(page: Page, where: string): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wide, { message: `${where}: sideways scroll` }).toBeLessThanOrEqual(0);
}
