import { afterEach, expect, it, vi } from "vitest";
import { ENGLISH, languageTag, show } from "@/i18n";
import { followTabs } from "./language";

const CHOICE = "invigil_language";

function chooseInAnotherTab(tag: string, key = CHOICE) {
  localStorage.setItem(key, tag);
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

afterEach(() => {
  localStorage.clear();
  show(ENGLISH);
});

it("shows the language that is chosen in another tab, until the page is left", async () => {
  const page = new AbortController();
  followTabs(page.signal);
  chooseInAnotherTab("de");
  await vi.waitFor(() => expect(languageTag()).toBe("de"));
  localStorage.setItem(CHOICE, "fr");
  chooseInAnotherTab("1", "invigil_theme");
  await Promise.resolve();
  expect(languageTag()).toBe("de");
  chooseInAnotherTab("en");
  expect(languageTag()).toBe("en");
  page.abort();
  chooseInAnotherTab("de");
  // Its texts are loaded already.
  await new Promise((done) => setTimeout(done));
  expect(languageTag()).toBe("en");
});
