import type { Period, SignalKind, Timeline, TimelineEntry, TimelineKind } from "@/api/types";
import { languageTag, sentenceGap } from "@/i18n";
import type { timeline } from "@/i18n/staff/en/timeline";
import type { PlainKey } from "@/i18n/typed";
import { replied } from "./reply";
import { serverWords } from "./server-words";
import { t } from "./timeline-texts";

type Label = PlainKey<typeof timeline>;

export interface Stretch {
  from: number;
  to: number;
  monitored: boolean;
}

const ms = (instant: string) => Date.parse(instant);

/**
 * Splits a test into periods with and without video, in order and without gaps: time that
 * neither list covers counts as not monitored. Milliseconds since 1970; open periods last until `end`.
 */
export function stretches({ monitored }: Pick<Timeline, "monitored">, start: number, end: number): Stretch[] {
  const found: Stretch[] = [];
  let at = start;
  const clipped = monitored
    .map(({ from, to }: Period) => ({
      from: Math.max(start, ms(from)),
      to: Math.min(end, to ? ms(to) : end),
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  for (const { from, to } of clipped) {
    if (to <= at) continue;
    if (from > at) found.push({ from: at, to: from, monitored: false });
    found.push({ from: Math.max(from, at), to, monitored: true });
    at = to;
  }
  if (at < end) found.push({ from: at, to: end, monitored: false });
  return found;
}

/** Share of the time with video, 0 to 1; 0 for an empty duration. */
export function monitoredShare(parts: Stretch[]): number {
  const total = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const watched = parts.reduce((sum, part) => sum + (part.monitored ? part.to - part.from : 0), 0);
  return total > 0 ? watched / total : 0;
}

/** "45 s", "12 min", "1 h 5 min". */
export function lengthWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return t("seconds", { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("minutes", { count: minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? t("hours", { count: hours })
    : t("hoursMinutes", { hours, minutes: minutes % 60 });
}

/** Shorter absences of a watcher, in ms, are a page that was opened again. */
const BLINK_MS = 60_000;

/** Without the ends and beginnings of watching where the same person was back at once. Entries are oldest first. */
export function withoutBlinks(entries: TimelineEntry[]): TimelineEntry[] {
  const kept: TimelineEntry[] = [];
  for (const entry of entries) {
    const before = kept.at(-1);
    const isBack =
      entry.kind === "watching" &&
      before?.kind === "watching_ended" &&
      before.by === entry.by &&
      ms(entry.at) - ms(before.at) < BLINK_MS;
    if (isBack) kept.pop();
    else kept.push(entry);
  }
  return kept;
}

export type EntryTone = "neutral" | "blue" | "green" | "amber" | "red" | "violet";

const TONES: Partial<Record<TimelineKind, EntryTone>> = {
  started: "green",
  resumed: "green",
  submitted: "green",
  ended: "red",
  flag: "red",
  late: "amber",
  resume_requested: "violet",
  released: "violet",
  time_added: "blue",
  paused: "amber",
  continued: "blue",
  break_begun: "amber",
  break_ended: "blue",
  reopened: "blue",
  section: "neutral",
  late_accepted: "blue",
  double_click: "amber",
  message: "blue",
  screenshot: "blue",
  clip: "blue",
  video_on: "green",
  video_off: "amber",
  connection_lost: "amber",
  signal: "amber",
};

export const toneOf = (kind: TimelineKind): EntryTone => TONES[kind] ?? "neutral";

/** The server's words for what was missing at the submit: such an answer may never arrive. */
const MISSING = /^Had not arrived at the submit: /;

const TITLES: Record<Exclude<TimelineKind, "signal">, Label> = {
  started: "started",
  resumed: "resumed",
  released: "released",
  time_added: "timeAdded",
  paused: "paused",
  continued: "continued",
  break_begun: "breakBegun",
  break_ended: "breakEnded",
  message: "message",
  flag: "flag",
  screenshot: "screenshot",
  clip: "clip",
  language: "pageLanguage",
  video_on: "videoOn",
  video_off: "videoOff",
  watching: "watching",
  watching_ended: "watchingEnded",
  proctor_speaking: "proctorSpeaking",
  proctor_silent: "proctorSilent",
  resume_requested: "resumeRequested",
  submitted: "submitted",
  ended: "ended",
  late: "late",
  run: "run",
  reopened: "reopened",
  section: "section",
  late_accepted: "lateAccepted",
  submit_confirmed: "submitConfirmed",
  double_click: "doubleClick",
  connection_lost: "connectionLost",
};

/** Kinds whose detail is the server's own: what people wrote stays as it is. */
const SAID: ReadonlySet<TimelineKind> = new Set([
  "started",
  "resumed",
  "paused",
  "break_begun",
  "break_ended",
  "ended",
  "late",
  "video_on",
  "video_off",
  "clip",
  "submit_confirmed",
  "double_click",
]);

/** Neutral wording: the reviewer judges. */
const SIGNALS: Record<SignalKind, Label> = {
  tab_hidden: "tabHidden",
  tab_visible: "tabVisible",
  blur: "blur",
  focus: "focus",
  paste: "paste",
  fullscreen_left: "fullscreenLeft",
  camera_denied: "cameraDenied",
  camera_lost: "cameraLost",
  camera_back: "cameraBack",
  second_screen: "secondScreen",
  proceeded_without_monitoring: "unmonitored",
  page_error: "pageError",
  camera_muted: "cameraMuted",
  camera_black: "cameraBlack",
  camera_frozen: "cameraFrozen",
  camera_changed: "cameraChanged",
  microphone_lost: "microphoneLost",
  microphone_back: "microphoneBack",
};

/** What the page says beside a signal about a device. */
const CAUSES: Record<string, Label> = {
  denied: "denied",
  missing: "missing",
  busy: "busy",
  insecure: "insecure",
  failed: "failed",
  unplugged: "unplugged",
  virtual: "virtual",
  muted: "muted",
};
const DEVICE_SIGNALS: readonly SignalKind[] = [
  "camera_denied",
  "camera_lost",
  "camera_changed",
  "microphone_lost",
];

/** Whether a double click came shortly before the last submit, which can then be reopened. */
export function wasDoubleClicked(entries: TimelineEntry[]): boolean {
  const kinds = entries.map(({ kind }) => kind);
  return kinds.lastIndexOf("double_click") > kinds.lastIndexOf("reopened");
}

/** A cause that the page names by its code; another one as the server says it. */
function causeWords(cause: string): string {
  const key = CAUSES[cause];
  return key ? t(key) : cause;
}

/** "Question 2", "Questions 2, 3", "Questions 2, 3 and 12 more". */
function questionWords(text: string): string {
  const [, many, numbers = "", count] = /^question(s?) (.*?)(?: and (\d+) more)?$/i.exec(text) ?? [];
  if (numbers === "") return text;
  if (count) return t("questionsMore", { numbers, count });
  return many ? t("questions", { numbers }) : t("question", { number: numbers });
}

/** "Section 2 of 3", and "Question 2, Rust: AC". */
function placeWords(text: string): string {
  const [, number, total] = /^Section (\d+) of (\d+)$/.exec(text) ?? [];
  if (number && total) return t("sectionOf", { number, total });
  const [, question, ran] = /^Question (\d+), (.+: \w+)$/.exec(text) ?? [];
  return question && ran ? `${t("question", { number: question })}, ${ran}` : text;
}

/** What the server says before a person's reason, which may have a colon, too: "5 min given back: the network was down". */
function beforeReason(text: string, words: (said: string) => string): string {
  const [, said = text, why] = /^(.*?): (.*)$/s.exec(text) ?? [];
  return why === undefined ? words(said) : t("because", { what: words(said), why });
}

/** "5 min", "5 min given back". */
function minutesWords(text: string): string {
  const [, count, given] = /^(\d+) min( given back)?$/.exec(text) ?? [];
  return count ? t(given ? "minutesGivenBack" : "minutes", { count }) : text;
}

/** "12 min. Several candidates at once. The candidate worked on. No time was given." */
function gapWords(text: string): string {
  const [, count, ...sentences] = /^(\d+) min\. ([^.]+\.) ([^.]+\.) (.+)$/s.exec(text) ?? [];
  if (!count) return text;
  return [`${t("minutes", { count })}.`, ...sentences.map(serverWords)].join(sentenceGap());
}

/** Kinds of which the server says something of its own beside a person's reason, or puts into its words. */
const COMPOSED: Partial<Record<TimelineKind, (text: string) => string>> = {
  connection_lost: gapWords,
  continued: (text) => beforeReason(text, serverWords),
  late_accepted: (text) => beforeReason(text, questionWords),
  reopened: (text) => beforeReason(text, minutesWords),
  run: placeWords,
  section: placeWords,
  time_added: (text) => beforeReason(text, minutesWords),
};

/** A language by its name in the language of the page: a proctor may not read its own. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(languageTag(), { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Detail of an entry; null without one. */
export function entryWords({ kind, signal, text }: TimelineEntry): { title: string; text: string | null } {
  const detail = text.trim() === "" ? null : text;
  if (kind === "late" && detail && MISSING.test(detail)) {
    const numbers = detail.replace(MISSING, "");
    return {
      title: t(/^questions /.test(numbers) ? "notArrivedMany" : "notArrived"),
      text: questionWords(numbers),
    };
  }
  if (signal === "paste" && detail && /^\d+$/.test(detail))
    return { title: t("pasted", { count: Number(detail) }), text: null };
  if (kind === "language" && detail) return { title: t("pageLanguage"), text: languageName(detail) };
  if (signal && DEVICE_SIGNALS.includes(signal))
    return { title: t(SIGNALS[signal]), text: detail && causeWords(detail) };
  if (signal) return { title: t(SIGNALS[signal]), text: detail };
  const composed = COMPOSED[kind];
  const said = composed ?? ((text: string) => (SAID.has(kind) ? replied(serverWords(text)) : text));
  return { title: t(kind === "signal" ? "signal" : TITLES[kind]), text: detail && said(detail) };
}

/** Filters of the timeline. */
const GROUPS = {
  all: "everything",
  signal: "signals",
  flag: "flags",
  message: "messages",
  screenshot: "screenshots",
  clip: "clips",
} as const;
export type Group = keyof typeof GROUPS;

export const groupLabel = (group: Group) => t(GROUPS[group]);

export const inGroup = (entries: TimelineEntry[], group: Group) =>
  group === "all" ? entries : entries.filter(({ kind }) => kind === group);

/** The non-empty groups with their counts. */
export function groupsOf(entries: TimelineEntry[]): { group: Group; count: number }[] {
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({ group, count: inGroup(entries, group).length }))
    .filter(({ group, count }) => group === "all" || count > 0);
}
