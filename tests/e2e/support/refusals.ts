// Makes single calls fail between the page and a healthy server.

import { expect, type Page } from "@playwright/test";

export interface Refusal {
  method: string;
  /** Matches the path after /api. */
  path: RegExp;
  status?: number;
  /** Merged over `{detail, code}`; a string is sent unchanged. */
  body?: object | string;
  /** No reply at all. */
  cut?: boolean;
}

/** Default error sentence. */
export const DETAIL = "The disk is on fire.";

/** Intercepts the calls until the returned function is called. */
export async function refuse(page: Page, { method, path, status = 422, body = {}, cut }: Refusal): Promise<() => Promise<void>> {
  const matches = (url: URL) => url.pathname.startsWith("/api/") && path.test(url.pathname.slice(4));
  await page.route(matches, (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (cut) return route.abort("connectionrefused");
    // As the server does: a reply without the call's id is an intermediary's.
    const headers = { "X-Call-Id": route.request().headers()["x-call-id"] ?? "" };
    if (typeof body === "string") {
      const contentType = /^[[{]/.test(body) ? "application/json" : "text/html";
      return route.fulfill({ status, contentType, headers, body });
    }
    return route.fulfill({ status, headers, json: { detail: DETAIL, code: "internal", request_id: "r", ...body } });
  });
  return () => page.unroute(matches);
}

/** A toast by its whole text, not the same text elsewhere on the screen. */
export const toastOf = (page: Page, text: string) => page.locator("[role=status]").getByText(text, { exact: true });

/** Runs `act` while one call fails, and waits for the text. */
export async function fails(page: Page, text: string, refusal: Refusal, act: () => Promise<unknown>): Promise<void> {
  const stop = await refuse(page, refusal);
  await says(page, text, act);
  await stop();
}

/** Runs `act` and waits for the text; the same text of an earlier action must have disappeared first. */
export async function says(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  await expect(toastOf(page, text), `${text} (of before)`).toHaveCount(0);
  await act();
  await expect(toastOf(page, text).first(), text).toBeVisible();
}
