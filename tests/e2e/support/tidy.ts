// What an eye finds at once and axe does not: a control that lies over another one, and text that is cut off.

import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Findings in the page, or in its topmost dialog. Runs in the browser. */
function findings(): string[] {
  const found = new Set<string>();
  const root = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].at(-1) ?? document.body;
  // Rows out of view that the browser has not laid out have a height of a guess.
  const isShown = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const name = (one: Element) => {
    const words = one.getAttribute("aria-label") ?? one.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
    return `${one.tagName.toLowerCase()} "${words || one.getAttribute("placeholder") || one.id}"`;
  };
  const clips = (style: CSSStyleDeclaration) => style.overflowX !== "visible" || style.overflowY !== "visible";
  /** The part of a box that no ancestor hides. */
  const visible = (one: Element) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let outer = one.parentElement; outer && outer !== document.documentElement; outer = outer.parentElement) {
      if (!clips(getComputedStyle(outer))) continue;
      const box = outer.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  /** What stays in place while the rest scrolls under it: the two may meet. */
  const layer = (one: Element): Element | null => {
    for (let outer: Element | null = one; outer; outer = outer.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(outer).position)) return outer;
    return null;
  };
  const controls = [...root.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea")]
    .filter((one) => isShown(one) && !one.closest("[aria-hidden=true], .sr-only"))
    .map((one) => ({ one, box: visible(one), layer: layer(one) }))
    .filter(({ box }) => box.right - box.left > 3 && box.bottom - box.top > 3);
  for (const [index, a] of controls.entries()) {
    for (const b of controls.slice(index + 1)) {
      if (a.layer !== b.layer || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      // A button within a field, such as the one that shows a password, belongs to it.
      const isInField = a.one.parentElement === b.one.parentElement && [a, b].some(({ one }) => one.tagName === "INPUT");
      if (width > 2 && height > 2 && !isInField) found.add(`${name(a.one)} meets ${name(b.one)}`);
    }
  }
  // The matrix has a column for each question.
  for (const table of root.querySelectorAll("table:not([data-wide])")) {
    const frame = table.parentElement;
    if (innerWidth >= 1280 && frame && isShown(table) && frame.scrollWidth > frame.clientWidth + 1)
      found.add(`the table "${table.querySelector("caption")?.textContent}" is wider than its frame by ${frame.scrollWidth - frame.clientWidth} px`);
  }
  // Forms in panels scroll down alone: what is beside their frame is not looked for.
  for (const frame of document.querySelectorAll("[role=dialog] .overflow-y-auto"))
    if (isShown(frame) && frame.scrollWidth > frame.clientWidth + 1)
      found.add(`a panel is wider than its frame by ${frame.scrollWidth - frame.clientWidth} px`);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const own = text.parentElement;
    if (!own || !text.textContent?.trim() || !isShown(own)) continue;
    if (own.closest("[aria-hidden=true], .sr-only, script, style, .cm-editor, [data-cut]")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    let hasTitle = false;
    for (let outer: Element | null = own; outer && outer !== document.documentElement; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      hasTitle ||= outer.hasAttribute("title");
      if (style.overflowX === "auto" || style.overflowX === "scroll" || style.overflowY === "auto" || style.overflowY === "scroll") break;
      if (style.overflowX !== "hidden" && style.overflowX !== "clip") continue;
      const frame = outer.getBoundingClientRect();
      // Visually hidden words for screen readers.
      if (frame.width < 3 || frame.height < 3) break;
      const isClamped = Number(style.webkitLineClamp) > 0;
      const isShortened = style.textOverflow === "ellipsis" && (hasTitle || outer.querySelector("[title]") !== null);
      const isCut = box.right > frame.right + 1.5 || box.left < frame.left - 1.5;
      const isLow = box.bottom > frame.bottom + 4 && !isClamped;
      if ((isCut && !isShortened) || isLow) found.add(`cut off: "${text.textContent.trim().slice(0, 50)}" in ${outer.className}`.slice(0, 160));
      break;
    }
  }
  return [...found];
}

export async function isTidy(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(findings), `${where}: untidy`).toEqual([]);
}
