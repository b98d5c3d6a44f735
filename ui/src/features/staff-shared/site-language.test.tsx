import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const NAMED =
  "de|languages/de-1.json|ltr||Deutsch;it|languages/it-2.json|ltr|Italiano|;he|languages/he-3.json|rtl||עברית";
const TEXTS: Record<string, unknown> = {
  "/assets/languages/staff-de-1.json": { shell: { account: "Mein Zugang" } },
  "/assets/languages/staff-he-3.json": { shell: { account: "חשבון" } },
};

// The document names the languages of the site before any script reads it.
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
  document.documentElement.dir = "ltr";
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("offers staff the languages that the site has their texts of", async () => {
  const { t } = await import("./shell-texts");
  const { chooseStaff, STAFF_LANGUAGES } = await import("@/lib/staff-language");
  expect(STAFF_LANGUAGES).toEqual(["en", "de", "fr", "he"]);
  chooseStaff("he");
  await waitFor(() => expect(t("account")).toBe("חשבון"));
  expect(document.documentElement.dir).toBe("rtl");
  expect(t("security"), "what the site lacks is English").toBe("Security");
  chooseStaff("de");
  await waitFor(() => expect(t("account")).toBe("Mein Zugang"));
  expect(t("security"), "ours, where the site has none").toBe("Sicherheit");
});
