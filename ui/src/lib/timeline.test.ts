import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TimelineEntry } from "@/api/types";
import { ENGLISH, show } from "@/i18n";
import * as german from "@/i18n/staff/languages/de";
import { sampled } from "@/test/data";
import { wordSentences } from "./server-words";
import { inWords } from "./staff-refusals";
import {
  entryWords,
  groupsOf,
  inGroup,
  lengthWords,
  monitoredShare,
  stretches,
  withoutBlinks,
} from "./timeline";

const at = (minute: number) => `2026-01-02T10:${String(minute).padStart(2, "0")}:00Z`;
const t = (minute: number) => Date.parse(at(minute));

it("splits a test into periods with and without video", () => {
  const monitored = [
    { from: at(20), to: at(30) },
    { from: at(5), to: at(10) },
    { from: at(8), to: at(12) },
    { from: at(40), to: null },
  ];
  const parts = stretches({ monitored }, t(0), t(50));
  expect(parts.map((p) => [(p.from - t(0)) / 60_000, (p.to - t(0)) / 60_000, p.monitored])).toEqual([
    [0, 5, false],
    [5, 10, true],
    [10, 12, true],
    [12, 20, false],
    [20, 30, true],
    [30, 40, false],
    [40, 50, true],
  ]);
  expect(monitoredShare(parts)).toBeCloseTo(27 / 50);
});

it("clips to the test's duration, and counts missing data as not monitored", () => {
  expect(stretches({ monitored: [{ from: at(0), to: at(59) }] }, t(10), t(20))).toEqual([
    { from: t(10), to: t(20), monitored: true },
  ]);
  const none = stretches({ monitored: [] }, t(0), t(10));
  expect(none).toEqual([{ from: t(0), to: t(10), monitored: false }]);
  expect(monitoredShare(none)).toBe(0);
  expect(monitoredShare(stretches({ monitored: [] }, t(0), t(0)))).toBe(0);
});

it("leaves out where a watcher was back at once", () => {
  const entry = (kind: TimelineEntry["kind"], seconds: number, by = "Ada"): TimelineEntry => ({
    ...sampled("TimelineEntry"),
    kind,
    by,
    at: new Date(t(0) + seconds * 1000).toISOString(),
  });
  const [began, left, back] = [entry("watching", 0), entry("watching_ended", 10), entry("watching", 69)];
  const end = entry("watching_ended", 90);
  expect(withoutBlinks([began, left, back, end])).toEqual([began, end]);
  for (const other of [entry("watching", 70), entry("watching", 69, "Bea")])
    expect(withoutBlinks([began, left, other, end])).toEqual([began, left, other, end]);
});

it("formats durations", () => {
  expect(lengthWords(45_000)).toBe("45 s");
  expect(lengthWords(12 * 60_000)).toBe("12 min");
  expect(lengthWords(65 * 60_000)).toBe("1 h 5 min");
  expect(lengthWords(120 * 60_000)).toBe("2 h");
});

it("lists the non-empty groups", () => {
  const entry = (kind: TimelineEntry["kind"]): TimelineEntry => ({ at: at(1), kind, text: kind, by: null });
  const entries = [entry("started"), entry("flag"), entry("signal"), entry("signal")];
  expect(groupsOf(entries)).toEqual([
    { group: "all", count: 4 },
    { group: "signal", count: 2 },
    { group: "flag", count: 1 },
  ]);
  expect(inGroup(entries, "flag")).toEqual([entry("flag")]);
});

it("describes the event, and separates quoted text", () => {
  const base = { at: at(1), by: null };
  expect(entryWords({ ...base, kind: "started", text: "" })).toEqual({
    title: "The test was started",
    text: null,
  });
  expect(entryWords({ ...base, kind: "flag", text: "Two voices." })).toEqual({
    title: "Flagged",
    text: "Two voices.",
  });
  expect(entryWords({ ...base, kind: "language", text: "ar" })).toEqual({
    title: "The page was in another language",
    text: "Arabic",
  });
  expect(entryWords({ ...base, kind: "late", text: "question 2" }).title).toBe("An answer arrived too late");
  const missing = (text: string) =>
    entryWords({ ...base, kind: "late", text: `Had not arrived at the submit: ${text}` });
  expect(missing("question 2")).toEqual({
    title: "An answer had not arrived at the submit",
    text: "Question 2",
  });
  expect(missing("questions 2, 3")).toEqual({
    title: "Answers had not arrived at the submit",
    text: "Questions 2, 3",
  });
  expect(entryWords({ ...base, kind: "signal", signal: "paste", text: "1" }).title).toBe(
    "Pasted 1 character",
  );
  expect(entryWords({ ...base, kind: "signal", signal: "tab_hidden", text: "" }).title).toMatch(
    /^Left the page/,
  );
});

it("says in the language of the page what the server wrote, and leaves what people wrote", () => {
  wordSentences((said) => (said === "Live video" ? "Live-Video" : undefined));
  const entry = (kind: TimelineEntry["kind"], text: string) =>
    entryWords({ at: at(1), by: null, kind, text }).text;
  expect(entry("video_on", "Live video")).toBe("Live-Video");
  expect(entry("message", "Live video")).toBe("Live video");
  expect(entry("section", "Section 2 of 3")).toBe("Section 2 of 3");
  expect(entry("run", "Question 4, Rust: AC")).toBe("Question 4, Rust: AC");
  wordSentences(() => undefined);
});

describe("what the server puts together", () => {
  const said = (kind: TimelineEntry["kind"], text: string) =>
    entryWords({ at: at(1), by: null, kind, text }).text;
  const gap = (decided: string) => `12 min. Several candidates at once. The candidate worked on. ${decided}`;
  const dismissed = gap("Dismissed, no time was given: All had left. So be it.");
  const ALL: [TimelineEntry["kind"], string, string][] = [
    [
      "connection_lost",
      gap("5 min given."),
      "12 min. Mehrere Kandidaten gleichzeitig. Der Kandidat hat weitergearbeitet. 5 min zurückgegeben.",
    ],
    [
      "connection_lost",
      dismissed,
      "12 min. Mehrere Kandidaten gleichzeitig. Der Kandidat hat weitergearbeitet. Verworfen, es wurde keine Zeit zurückgegeben: All had left. So be it.",
    ],
    ["continued", "After 5 min", "Nach 5 min"],
    ["continued", "After 5 min: Fire drill: over", "Nach 5 min: Fire drill: over"],
    ["late_accepted", "Question 2: It was in time", "Frage 2: It was in time"],
    ["late_accepted", "Questions 2, 3: It was in time", "Fragen 2, 3: It was in time"],
    ["late", "Had not arrived at the submit: questions 2, 3 and 4 more", "Fragen 2, 3 und 4 weitere"],
    ["time_added", "5 min: Bus strike", "5 min: Bus strike"],
    ["time_added", "5 min given back: Bus strike", "5 min zurückgegeben: Bus strike"],
    ["reopened", "5 min: Bus strike", "5 min: Bus strike"],
    [
      "clip",
      "Not kept: the server could not store it.",
      "Nicht aufbewahrt: Der Server konnte ihn nicht speichern.",
    ],
    ["clip", "20 s", "20 s"],
    ["video_off", "No picture comes from the camera.", "Von der Kamera kommt kein Bild."],
  ];

  beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
  afterEach(() => {
    wordSentences(() => undefined);
    show(ENGLISH);
    vi.unstubAllGlobals();
  });

  it("is in the language of the page, and what people wrote as it is", () => {
    show({ tag: "de", direction: "ltr", parts: german });
    wordSentences(inWords);
    expect(ALL.map(([kind, text]) => said(kind, text))).toEqual(ALL.map(([, , own]) => own));
  });

  it("is the server's in English", () => {
    const others = ALL.filter(([kind]) => kind !== "late");
    expect(others.map(([kind, text]) => said(kind, text))).toEqual(others.map(([, text]) => text));
  });
});
