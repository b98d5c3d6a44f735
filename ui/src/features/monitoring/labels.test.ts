import { expect, it } from "vitest";
import type { Monitored } from "@/api/types";
import { isLongOffline, troubleFirst, troubleOf } from "@/lib/trouble";
import { sampled } from "@/test/data";
import {
  agoWords,
  cameraWords,
  connectionWords,
  leftWords,
  microphoneWords,
  placeWords,
  questionWords,
  savedWords,
  sinceWords,
} from "./labels";

const NOW = Date.parse("2026-01-02T10:00:00Z");
const row = (id: string, changes: Partial<Monitored> = {}): Monitored => ({
  ...sampled("MonitoringRow"),
  invite_id: id,
  attempt_id: `a-${id}`,
  applicant_name: id,
  applicant_email: `${id}@example.org`,
  test_id: "t",
  test_title: "T",
  seen: false,
  ready: true,
  started_at: "2026-01-02T09:30:00Z",
  deadline: "2026-01-02T10:30:00Z",
  server_time: "2026-01-02T10:00:00Z",
  question: 3,
  question_count: 10,
  answered_count: 2,
  signal_count: 0,
  language: null,
  flag_count: 0,
  video: { state: "live", via: "webrtc", reason: null, since: "2026-01-02T09:31:00Z" },
  connection: { state: "connected", heard_at: "2026-01-02T10:00:00Z" },
  ...changes,
});
const offline = {
  state: "offline",
  via: null,
  reason: "The camera was denied.",
  since: "2026-01-02T09:31:00Z",
} as const;
const connecting = (since: string) => ({ state: "connecting", via: null, reason: null, since }) as const;

it("sorts tests with problems first, by severity, and keeps the order of the others", () => {
  const rows = [
    row("fine late", { started_at: "2026-01-02T09:40:00Z" }),
    row("slow", { video: connecting("2026-01-02T09:59:00Z") }),
    row("fine"),
    row("over", { deadline: "2026-01-02T10:00:00Z" }),
    row("dark", { video: offline }),
    row("asks", { resume_requested_at: "2026-01-02T09:59:00Z", video: offline }),
  ];
  const order = troubleFirst(rows, NOW).map((r) => r.invite_id);
  expect(order).toEqual(["asks", "dark", "over", "slow", "fine", "fine late"]);
});

it("describes the problem, or returns null without one", () => {
  expect(troubleOf(row("a", { video: offline }), NOW)?.words).toBe("The camera was denied.");
  expect(troubleOf(row("a", { video: connecting("2026-01-02T09:59:55Z") }), NOW)).toBeNull();
  expect(
    troubleOf(row("a", { ready: false, video: { ...offline, reason: "Not started yet." } }), NOW),
  ).toBeNull();
  expect(troubleOf(row("a"), NOW)).toBeNull();
});

const SINCE = "2026-01-02T09:31:00Z";
const camera = (changes: Partial<NonNullable<Monitored["camera"]>>) =>
  ({ state: "on", reason: null, name: null, since: SINCE, is_virtual: false, ...changes }) as const;
const heard = (state: Monitored["connection"]["state"], heard_at = SINCE) => ({ state, heard_at });

it("counts a black picture as a problem though video arrives", () => {
  const black = camera({ state: "black", reason: "The camera sends a black picture." });
  expect(troubleOf(row("a", { camera: black }), NOW)).toEqual({
    rank: 1,
    words: "The camera sends a black picture.",
  });
  expect(troubleOf(row("a", { camera: camera({}) }), NOW)).toBeNull();
});

it("sets only those aside whose page has long not been heard from", () => {
  const away = (changes: Partial<Monitored>) => isLongOffline(row("a", { video: offline, ...changes }), NOW);
  expect(away({ connection: heard("connected", "2026-01-02T10:00:00Z") })).toBe(false);
  expect(away({ connection: heard("lost") })).toBe(true);
  expect(away({ connection: heard("closed") })).toBe(true);
  expect(away({ connection: heard("lost", "2026-01-02T09:56:00Z") })).toBe(false);
  expect(away({ connection: heard("lost"), resume_requested_at: SINCE })).toBe(false);
  expect(away({ connection: heard("lost"), ready: false })).toBe(false);
});

it("distinguishes connection, camera and microphone", () => {
  const facts = (changes: Partial<Monitored>) => {
    const it = row("a", changes);
    return [connectionWords(it, NOW), cameraWords(it), microphoneWords(it)];
  };
  expect(facts({})).toEqual(["Connected", "Not reported yet", "Not reported yet"]);
  expect(
    facts({ camera: camera({ name: "Desk" }), microphone: { state: "on", reason: null, name: "Headset" } }),
  ).toEqual(["Connected", "On: Desk", "On: Headset"]);
  const muted = camera({ state: "muted", reason: "It is muted.", name: "OBS", is_virtual: true });
  const denied = { state: "denied", reason: "It was denied.", name: null } as const;
  expect(facts({ connection: heard("lost"), camera: muted, microphone: denied })).toEqual([
    "Lost, last heard from 29 min ago",
    "Last known: It is muted: OBS (a program, not a device)",
    "It was denied.",
  ]);
  expect(facts({ connection: heard("closed") })[0]).toBe("Page closed, last heard from 29 min ago");
});

it("formats the position in the test, the last save and the time left", () => {
  expect(questionWords(row("a"))).toBe("Question 3 of 10");
  expect(questionWords(row("a", { question: null }))).toBe("2 of 10 questions answered");
  expect(placeWords(row("a"))).toBe("Q 3 of 10");
  expect(placeWords(row("a", { question: null }))).toBe("2 of 10 done");
  expect(savedWords(row("a"), NOW)).toBe("Nothing saved yet");
  expect(sinceWords("The page was closed.", SINCE, NOW)).toBe("The page was closed, 29 min ago");
  const none = "No contact with the candidate's browser yet.";
  expect(sinceWords(none, "2026-01-02T09:59:08Z", NOW)).toBe(
    "No contact with the candidate's browser yet, for 52 s",
  );
  expect(sinceWords(none, "2026-01-02T10:00:00Z", NOW)).toBe("No contact with the candidate's browser yet");
  expect(savedWords(row("a", { last_saved_at: "2026-01-02T09:59:48Z" }), NOW)).toBe("Saved 12 s ago");
  expect(agoWords("2026-01-02T10:00:02Z", NOW)).toBe("just now");
  expect(agoWords("2026-01-02T09:55:00Z", NOW)).toBe("5 min ago");
  expect(agoWords("2026-01-02T07:55:00Z", NOW)).toBe("2 h ago");
  expect(leftWords("2026-01-02T10:05:00Z", NOW)).toEqual({ words: "0:05:00", short: false });
  expect(leftWords("2026-01-02T10:04:59Z", NOW)).toEqual({ words: "0:04:59", short: true });
  expect(leftWords("2026-01-02T10:00:00Z", NOW)).toEqual({ words: "Time is up", short: true });
});
