// Makes single calls fail between the page and a server that is well.

import { expect, type Page } from "@playwright/test";

export interface Refusal {
  method: string;
  /** Of the path behind /api. */
  path: RegExp;
  status?: number;
  /** Merged over `{detail, code}`; a string goes out as it is. */
  body?: object | string;
  /** No answer at all. */
  cut?: boolean;
}

/** What the page is told where a test does not say otherwise. */
export const DETAIL = "The disk is on fire.";

/** Answers the calls in the server's stead until the returned function is called. */
export async function refuse(page: Page, { method, path, status = 422, body = {}, cut }: Refusal): Promise<() => Promise<void>> {
  const matches = (url: URL) => url.pathname.startsWith("/api/") && path.test(url.pathname.slice(4));
  await page.route(matches, (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (cut) return route.abort("connectionrefused");
    if (typeof body === "string") return route.fulfill({ status, contentType: "text/html", body });
    return route.fulfill({ status, json: { detail: DETAIL, code: "on_fire", request_id: "r", ...body } });
  });
  return () => page.unroute(matches);
}

/** A toast, whole: not the same words somewhere on the screen. */
export const toastOf = (page: Page, text: string) => page.locator("[role=status]").getByText(text, { exact: true });

/** Does `act` while one call fails, and waits for the words. */
export async function fails(page: Page, text: string, refusal: Refusal, act: () => Promise<unknown>): Promise<void> {
  const stop = await refuse(page, refusal);
  await says(page, text, act);
  await stop();
}

/** Does `act` and waits for the words; the same words of an earlier deed must have left the screen, or they would do. */
export async function says(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  await expect(toastOf(page, text), `${text} (of before)`).toHaveCount(0);
  await act();
  await expect(toastOf(page, text).first(), text).toBeVisible();
}
