// What a person does with mouse and keyboard, counted.

import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export class Hand {
  clicks = 0;
  keys = 0;
  private readonly page: Page;
  private readonly begun = Date.now();

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Into a field that is chosen by a click, unless it has the focus. */
  async type(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    this.keys += text.length;
    await field.fill(text);
  }

  /** From the clipboard. */
  async paste(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    this.keys += 1;
    await field.fill(text);
  }

  /** One click opens the list, another one chooses. */
  async choose(select: Locator, label: string): Promise<void> {
    this.clicks += 2;
    await select.selectOption({ label });
  }

  private async reach(field: Locator): Promise<void> {
    const focused = await field.evaluate((element) => element === document.activeElement);
    if (!focused) await this.click(field);
  }

  /** No more than this; the time depends on the machine and is only printed. */
  expectAtMost(walk: string, clicks: number, keys: number): void {
    const seconds = ((Date.now() - this.begun) / 1000).toFixed(1);
    console.log(`${walk}: ${this.clicks} clicks, ${this.keys} keys, ${seconds} s`);
    expect(this.clicks, `clicks of ${walk}`).toBeLessThanOrEqual(clicks);
    expect(this.keys, `keys of ${walk}`).toBeLessThanOrEqual(keys);
  }
}

/** Does it for many, a few at a time. */
export async function forEach<Item>(items: readonly Item[], act: (item: Item, index: number) => Promise<unknown>): Promise<void> {
  const queue = [...items.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 6 }, work));
}
