// axe on a page of one document.

import type { Page } from "@playwright/test";
import axeCore, { type Result, type RunOptions } from "axe-core";
import { expect } from "./fixtures.ts";
import { standsStill } from "./still.ts";

/** Rules whose outcome depends on the theme. */
export const COLOURS: RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

interface Part {
  /** Selects the part that is checked: the whole document if absent. */
  within?: string;
}

/**
 * What axe finds wrong, once it has loaded and stands still. Its half megabyte is parsed once in each document, not
 * for each check. Only violations are described, and nothing is loaded again.
 */
export async function violations(page: Page, { within, ...chosen }: RunOptions & Part = {}): Promise<Result[]> {
  // What is fetched again is dimmed meanwhile.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await standsStill(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  const options: RunOptions = { resultTypes: ["violations"], preload: false, ...chosen };
  return page.evaluate(
    async ({ within, options }) => {
      // What the source has defined.
      const { axe } = window as Window & { axe?: typeof axeCore };
      if (!axe) throw new Error("axe is not in the page");
      return (await axe.run(within ?? document, options)).violations;
    },
    { within, options },
  );
}

/** What axe finds wrong, in a line for each rule: its name, and the elements that break it. */
export async function axe(page: Page, options?: RunOptions & Part): Promise<string[]> {
  const found = await violations(page, options);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
