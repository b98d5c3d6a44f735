// Others who write into the page: translators, extensions, injected scripts. They run in a world of their own, as
// extensions do, beside the page's scripts.

import { expect, type Page } from "@playwright/test";

/**
 * `replaces`: a translator that puts elements in the place of texts; `rewrites`: one that writes into the texts, after a
 * while; `words`: wraps each word, and puts a button beside fields; `attributes`: a dark mode; `banner`: a line above the
 * page, and a frame around it; `removes`, `moves`: now and then something is gone, or somewhere else.
 */
export type Writer = "replaces" | "rewrites" | "words" | "attributes" | "banner" | "removes" | "moves";

/** Ends each translated text: what was not understood looks the same otherwise. */
export const TRANSLATED = "\u00b7";

/** Runs in the page: uses nothing from outside. */
function foreign(writers: string[], mark: string): void {
  const on = (writer: string) => writers.includes(writer);
  const spared =
    'script, style, textarea, input, [translate="no"], .notranslate, [contenteditable="true"], x-frame, x-banner';
  const translatable = (text: Text) =>
    text.isConnected &&
    /\p{L}/u.test(text.data) &&
    !text.data.endsWith(mark) &&
    !text.parentElement?.closest(spared);
  const textsIn = (node: Node): Text[] => {
    if (node instanceof Text) return [node];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    return found;
  };
  const replace = (text: Text) => {
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = text.data + mark;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const rewrite = (text: Text) => {
    const translation = text.data + mark;
    // Whatever the text says by then.
    setTimeout(() => {
      text.data = translation;
    }, 40);
  };
  const wrap = (text: Text) => {
    if (text.parentElement?.localName === "x-word" || text.parentElement?.localName === "option") return;
    const parts = text.data.split(/(\s+)/).map((part) => {
      if (!part.trim()) return part;
      const word = document.createElement("x-word");
      word.textContent = part;
      return word;
    });
    text.replaceWith(...parts);
  };
  const see = (node: Node) => {
    for (const text of textsIn(node)) {
      if (!translatable(text)) continue;
      if (on("replaces")) replace(text);
      else if (on("rewrites")) rewrite(text);
      else if (on("words")) wrap(text);
    }
    if (on("words") && node instanceof Element) {
      for (const field of node.querySelectorAll("textarea")) {
        if (field.nextElementSibling?.localName !== "x-button")
          field.after(document.createElement("x-button"));
      }
    }
    if (on("attributes") && node instanceof Element) {
      for (const element of [node, ...node.querySelectorAll<HTMLElement>("*")]) {
        element.setAttribute("data-dark", "");
        if (element instanceof HTMLElement) element.style.setProperty("--dark-ink", "#eee");
      }
    }
  };
  const begin = () => {
    if (on("attributes")) {
      document.documentElement.lang = "de";
      document.documentElement.classList.add("translated-ltr");
    }
    if (on("banner")) {
      const banner = document.createElement("x-banner");
      banner.textContent = "Translated from English. Show the original?";
      document.body.prepend(banner);
      const root = document.querySelector("#root");
      const frame = document.createElement("x-frame");
      root?.replaceWith(frame);
      if (root) frame.append(root);
    }
    see(document.body);
    new MutationObserver((records) => {
      const changed = records.flatMap(({ type, target, addedNodes }) =>
        type === "childList" ? [...addedNodes] : [target],
      );
      // A translation takes its time.
      setTimeout(() => changed.forEach(see), 20);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    let turn = 0;
    const pick = () => {
      const there = document.querySelectorAll(
        "#root :is(header, h1, h2, p, label, button, span, section, footer, aside)",
      );
      turn += 7;
      return there[turn % Math.max(there.length, 1)];
    };
    if (on("removes")) setInterval(() => pick()?.remove(), 400);
    if (on("moves")) {
      setInterval(() => {
        const one = pick();
        if (one && turn % 2) document.body.append(one);
        else one?.parentElement?.prepend(one);
      }, 700);
    }
  };
  // The page has shown something.
  const timer = setInterval(() => {
    if (!document.querySelector("#root > *")) return;
    clearInterval(timer);
    begin();
  }, 20);
}

/** From the next document on. */
export async function writtenInto(page: Page, writers: Writer[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const source = `(${foreign.toString()})(${JSON.stringify(writers)}, ${JSON.stringify(TRANSLATED)})`;
  await session.send("Page.enable");
  await session.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName: "foreign" });
}

/** What is seen on a page where they are at work; of those who act now and then, nothing. */
const TRACES: Partial<Record<Writer, string>> = {
  replaces: "font font",
  words: "x-word",
  attributes: "[data-dark]",
  banner: "x-banner",
};

export async function isWrittenInto(page: Page, writers: Writer[]): Promise<void> {
  for (const trace of writers.flatMap((writer) => TRACES[writer] ?? [])) await expect(page.locator(trace).first()).toBeAttached();
  if (writers.includes("rewrites")) await expect(page.getByText(TRANSLATED).first()).toBeVisible();
}

const GAP = `[\\s${TRANSLATED}]+`;
const words = (text: string) => text.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(GAP);

/** A text with these words in it, which may have been translated or wrapped. */
export const saying = (text: string) => new RegExp(words(text));

/** A text of these words alone, or such a name. */
export const said = (text: string) => new RegExp(`^${words(text)}[\\s${TRANSLATED}]*$`);
