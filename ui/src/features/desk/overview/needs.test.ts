import { expect, it } from "vitest";
import { monitored, sampled } from "@/test/data";
import { needsOf } from "./needs";

const NOW = Date.parse("2026-03-02T10:30:00Z");
const overview = {
  ...sampled("Overview"),
  pending_reviews: 2,
  failed_mails: 1,
  waiting_mails: 3,
  stuck_judgings: 1,
  ending_soon: 1000,
  erasures_asked: 2,
  sends_mail: true,
};
const storage = {
  checked_at: "2026-03-02T10:00:00Z",
  findings: [
    { topic: "disk", state: "ok" as const, said: "20 GiB are free." },
    { topic: "backup", state: "warning" as const, said: "No backup yet." },
  ],
};
const offline = (changes = {}) =>
  monitored({
    ready: true,
    video: { state: "offline", via: null, reason: "The page was closed.", since: "2026-03-02T10:00:00Z" },
    ...changes,
  });

it("lists what waits for an admin, most urgent first", () => {
  const needs = needsOf({ overview, monitored: [offline(), offline({ seen: true })], storage, now: NOW });
  expect(needs.map(({ words }) => words)).toEqual([
    "1 candidate needs attention",
    "1 invitation email failed",
    "1 answer waits for a code runner",
    "3 invitation emails are not sent yet",
    "2 submissions to score",
    "1000+ invitations end within 48 hours",
    "2 people ask for erasure",
    "Backup overdue",
  ]);
});

it("names a second server that would not take over", () => {
  const away = { topic: "twin", state: "problem" as const, said: "b is away.", fix: "Start it." };
  const findings = [...storage.findings, { topic: "twin", state: "ok" as const, said: "a leads." }, away];
  const needs = needsOf({ overview: undefined, monitored: [], storage: { ...storage, findings }, now: NOW });
  expect(needs[0]).toMatchObject({ key: "twin", urgent: true, hint: "b is away. Start it." });
});

it("names the worst that is known of a second server, and nothing of one that joins", () => {
  const of = (...states: ("note" | "warning" | "problem")[]) => {
    const findings = states.map((state) => ({ topic: "twin", state, said: state }));
    return needsOf({ overview: undefined, monitored: [], storage: { ...storage, findings }, now: NOW });
  };
  expect(of("warning", "problem", "note")[0]).toMatchObject({ urgent: true, hint: "problem" });
  expect(of("note", "warning")[0]).toMatchObject({ urgent: false, hint: "warning" });
  expect(of("note")).toEqual([]);
});

it("is empty when nothing waits, and while nothing is known", () => {
  const calm = {
    ...overview,
    pending_reviews: 0,
    failed_mails: 0,
    waiting_mails: 0,
    stuck_judgings: 0,
    ending_soon: 0,
    erasures_asked: 0,
  };
  expect(needsOf({ overview: calm, monitored: [], storage: undefined, now: NOW })).toEqual([]);
  expect(needsOf({ overview: undefined, monitored: undefined, storage: undefined, now: NOW })).toEqual([]);
});

it("speaks of one in the singular", () => {
  const one = { ...overview, pending_reviews: 1, ending_soon: 1, waiting_mails: 1 };
  const needs = needsOf({ overview: one, monitored: [], storage: undefined, now: NOW });
  const hint = (key: string) => needs.find((need) => need.key === key)?.hint;
  expect(hint("score")).toBe("Its result is final once it is scored.");
  expect(hint("mails_waiting")).toMatch(/^It is tried again/);
  expect(hint("ending")).toBe("This person has not started yet.");
});

it("says that email is not set up, instead of emails that failed for it", () => {
  const silent = { ...overview, sends_mail: false };
  const needs = needsOf({ overview: silent, monitored: [], storage: undefined, now: NOW });
  expect(
    needs.filter(({ key }) => key.startsWith("mail") || key === "no_mail").map(({ words }) => words),
  ).toEqual(["Email is not set up", "3 invitation emails are not sent yet"]);
  expect(needs.find(({ key }) => key === "no_mail")?.hint).toContain("1 invitation was not emailed");
});
