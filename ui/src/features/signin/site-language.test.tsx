import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

// The document names the languages of the site before any script reads it.
const NAMED =
  "de|languages/de-1.json|ltr||Deutsch;it|languages/it-2.json|ltr|Italiano|;he|languages/he-3.json|rtl||עברית";
const TEXTS: Record<string, unknown> = {
  "/assets/languages/de-1.json": { signin: { account: "Zugang" } },
  "/assets/languages/it-2.json": { signin: { account: "Conto" } },
};

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  document.head.innerHTML = `<meta name="invigil-languages" content="${NAMED}">`;
  vi.stubGlobal("fetch", async (path: string) =>
    path in TEXTS ? Response.json(TEXTS[path]) : new Response("", { status: 404 }),
  );
});

afterEach(() => {
  document.head.innerHTML = "";
  document.documentElement.lang = "en";
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function signin() {
  const { t } = await import("./texts");
  const { choose, SITE_NAMES } = await import("@/lib/language");
  return { t, choose, SITE_NAMES };
}

it("offers the complete languages of the site, and shows its texts over ours", async () => {
  const { t, choose, SITE_NAMES } = await signin();
  expect(SITE_NAMES).toEqual({ it: "Italiano" });
  choose("it");
  await waitFor(() => expect(document.documentElement.lang).toBe("it"));
  expect(t("account")).toBe("Conto");
  expect(t("signInToSeeTests"), "what the site lacks is English").toBe("Sign in to see your tests");
  choose("de");
  await waitFor(() => expect(t("account")).toBe("Zugang"));
  await waitFor(() => expect(t("signInToSeeTests")).toMatch(/Melden Sie sich/));
});

it("shows ours where the texts of the site do not come", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  const { t, choose } = await signin();
  choose("de");
  await waitFor(() => expect(t("account")).toBe("Konto"));
});
