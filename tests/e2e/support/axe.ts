// axe on a page of one document.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Rules whose outcome depends on the theme. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Without frames, axe needs no second page to collect its findings, which would take most of the time of a check. Only
 * violations are described, and nothing is loaded again.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"], preload: false });
