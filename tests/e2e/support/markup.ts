// Text that executes if rendered without escaping, and a check whether any of it ran.

import type { BrowserContext, Page } from "@playwright/test";

const ESCAPES = [
  (id: string) => `"'><img src=x onerror=ran('${id}')><svg/onload=ran('${id}')>`,
  (id: string) => `</script><script>ran('${id}')</script></style></title></textarea>`,
  (id: string) => `<iframe srcdoc="<script>parent.ran('${id}')</script>"></iframe><base href=//evil.example>`,
  (id: string) => `<a href="javascript:ran('${id}')" autofocus onfocus=ran('${id}')>x</a>{{ran('${id}')}}\${ran('${id}')}`,
];

/** As much as fits into `most` characters; starts with `id`, which identifies the field. */
export function hostile(id: string, most = 2_000): string {
  return ESCAPES.reduce((text, escape) => (text.length + escape(id).length > most ? text : text + escape(id)), `${id}:`);
}

/** Effects of executed markup in the pages of a context. */
export class Watch {
  readonly found: string[] = [];
  /** Texts of all pages checked. */
  shown = "";

  static async over(context: BrowserContext): Promise<Watch> {
    const watch = new Watch();
    await context.exposeFunction("ran", (id: string) => watch.found.push(`script of ${id}`));
    await context.exposeFunction("violated", (what: string) => watch.found.push(`policy: ${what}`));
    await context.addInitScript(() => {
      const { violated } = window as unknown as { violated: (what: string) => void };
      document.addEventListener("securitypolicyviolation", (event) =>
        violated(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
    context.on("page", (page) => {
      page.on("dialog", async (dialog) => {
        watch.found.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on("pageerror", (error) => watch.found.push(`error: ${error.message}`));
      page.on("request", (request) => {
        if (request.url().includes("evil.example")) watch.found.push(`request: ${request.url()}`);
      });
    });
    return watch;
  }

  /** Reads a settled page: its text, its fields, and elements that no legitimate page has. */
  async look(page: Page, where: string): Promise<void> {
    const read = await page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].map((field) => field.value);
      const foreign = [...document.querySelectorAll("[onerror], [onload], [onfocus], img[src=x], iframe, base, [href^='javascript:']")];
      const titles = [...document.querySelectorAll("[aria-label], [title]")].map((e) => `${e.ariaLabel} ${e.getAttribute("title")}`);
      return {
        text: [document.title, document.body.textContent, ...fields, ...titles].join("\n"),
        foreign: foreign.map((element) => element.outerHTML.slice(0, 200)),
      };
    });
    this.shown += read.text;
    this.found.push(...read.foreign.map((html) => `${where}: ${html}`));
  }
}
