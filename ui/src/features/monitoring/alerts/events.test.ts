import { expect, it } from "vitest";
import { monitored } from "@/test/data";
import { eventsOf, isNews } from "./events";

const NOW = Date.parse("2026-03-02T10:30:00Z");
const dark = (since: string) =>
  monitored({ video: { state: "offline", via: null, reason: "The page was closed.", since } });

it("knows a new problem from one that was there before", () => {
  const first = eventsOf([dark("2026-03-02T10:20:00Z")], NOW);
  expect(first).toHaveLength(1);
  expect(isNews(first, null)).toBe(false);
  expect(isNews(first, new Set(first))).toBe(false);
  const again = eventsOf([dark("2026-03-02T10:29:00Z")], NOW);
  expect(isNews(again, new Set(first))).toBe(true);
});

it("does not count what a proctor has seen", () => {
  expect(eventsOf([{ ...dark("2026-03-02T10:20:00Z"), seen: true }], NOW)).toEqual([]);
});
