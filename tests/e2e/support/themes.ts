// The themes on one page, without loading it again in each.

import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { expect } from "./fixtures.ts";

/** What a theme sets on every page. */
export interface Theme {
  name: string;
  properties: [string, string][];
}

/** The themes as the page itself applies them; the light one is in use afterwards. */
export async function themesOf(page: Page, url: string, api: Api): Promise<{ light: Theme; dark: Theme[] }> {
  const read = async (name: string): Promise<Theme> => {
    await api.send("PUT", "/admin/theme-settings", { themeName: name });
    expect(await api.get("/admin/theme-settings")).toMatchObject({ themeName: name });
    await page.goto(`${url}/login`);
    await expect(page.locator("body")).toContainClass(`theme-${name}`);
    const properties = () =>
      page.evaluate(() => {
        const { style } = document.documentElement;
        return Array.from(style, (property): [string, string] => [property, style.getPropertyValue(property)]);
      });
    await expect.poll(async () => (await properties()).length, { message: name }).toBeGreaterThan(10);
    return { name, properties: await properties() };
  };
  const dark = [await read("dark"), await read("premium")];
  const light = await read("classic");
  const names = (theme: Theme) => theme.properties.map(([property]) => property).sort();
  for (const theme of dark) expect(names(theme), theme.name).toEqual(names(light));
  return { light, dark };
}

/** Shows the page in a theme. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(({ name, properties }) => {
    const { classList } = document.body;
    classList.remove(...[...classList].filter((one) => one.startsWith("theme-")));
    classList.add(`theme-${name}`);
    for (const [property, value] of properties) document.documentElement.style.setProperty(property, value);
  }, theme);
}
