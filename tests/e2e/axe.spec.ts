// The control of every check with axe: what is planted is found, also by the second check of a document.

import { axe, COLOURS, violations } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

test("planted faults are found, in the part that is checked", async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  await expect(page.getByPlaceholder("Enter your email")).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.locator("main").evaluate((main) => {
    const faint = document.createElement("p");
    faint.style.cssText = "color: #aaa; background: #bbb";
    faint.textContent = "Faint words";
    const unnamed = document.createElement("button");
    unnamed.setAttribute("aria-pressed", "perhaps");
    main.append(faint, unnamed);
  });
  const found = async (options?: Parameters<typeof violations>[1]) =>
    (await violations(page, options)).map(({ id, nodes }) => `${id}: ${nodes.length}`);
  expect(await found()).toEqual(["aria-valid-attr-value: 1", "button-name: 1", "color-contrast: 1"]);
  expect(await found(COLOURS)).toEqual(["color-contrast: 1"]);
  expect(await found({ within: "form" })).toEqual([]);
  expect(await axe(page, COLOURS)).toEqual(["color-contrast: main > p"]);
});
