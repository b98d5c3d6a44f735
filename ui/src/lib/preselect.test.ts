import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FRESH, preselect, takePreselected } from "./preselect";

const held = new Map<string, string>();
beforeEach(() => {
  held.clear();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => held.set(key, value),
      removeItem: (key: string) => held.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const NOW = 1_800_000_000_000;

it("returns a candidate once", () => {
  preselect("invite", "a@example.org", NOW);
  expect(JSON.parse(held.get("preselectedApplicant") ?? "")).toEqual({
    invite_id: "invite",
    applicant_email: "a@example.org",
    timestamp: NOW,
  });
  expect(takePreselected(NOW + FRESH - 1)).toMatchObject({ invite_id: "invite" });
  expect(takePreselected(NOW)).toBeNull();
});

it("drops entries after five minutes, and malformed ones", () => {
  preselect("invite", "a@example.org", NOW);
  expect(takePreselected(NOW + FRESH)).toBeNull();
  held.set("preselectedApplicant", "{");
  expect(takePreselected(NOW)).toBeNull();
  held.set("preselectedApplicant", '{"invite_id":"x"}');
  expect(takePreselected(NOW)).toBeNull();
  expect(held.size).toBe(0);
});
