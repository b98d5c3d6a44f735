import type { Period, SignalKind, Timeline, TimelineEntry, TimelineKind } from "@/api/types";
import { plural } from "./format";

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
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
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

const TITLES: Record<Exclude<TimelineKind, "signal">, string> = {
  started: "The test was started",
  resumed: "Continued in another browser",
  released: "Allowed to resume on another device",
  time_added: "Time added",
  paused: "Paused by a proctor",
  continued: "Continued after a pause",
  break_begun: "Took an agreed break",
  break_ended: "Ended the break early",
  message: "Message to the candidate",
  flag: "Flagged",
  screenshot: "Screenshot",
  clip: "Video clip",
  video_on: "The video began",
  video_off: "The video stopped",
  watching: "Watching began",
  watching_ended: "Watching ended",
  proctor_speaking: "A proctor's microphone or camera was turned on",
  proctor_silent: "A proctor's microphone and camera were turned off",
  resume_requested: "Asked to continue on another device",
  submitted: "Submitted by the candidate",
  ended: "The test was ended",
  late: "An answer arrived too late",
  run: "Ran code",
  reopened: "Reopened by an administrator",
  section: "Entered a section",
  late_accepted: "Late answers accepted",
  submit_confirmed: "Confirmed the submit",
  double_click: "Double click shortly before the submit",
  connection_lost: "No connection",
};

/** Neutral wording: the reviewer judges. */
const SIGNALS: Record<SignalKind, string> = {
  tab_hidden: "Left the page (another tab or program)",
  tab_visible: "Came back to the page",
  blur: "Another window had the focus",
  focus: "The page had the focus again",
  paste: "Pasted text",
  fullscreen_left: "Left full screen",
  camera_denied: "The camera was not available",
  camera_lost: "The camera stopped",
  camera_back: "The camera is back",
  second_screen: "A second screen is connected",
  proceeded_without_monitoring: "Continued without monitoring",
  page_error: "The page ran into a problem and started again",
  camera_muted: "The camera was muted, by its lid, a key or the system",
  camera_black: "The camera's picture is black",
  camera_frozen: "The camera's picture is frozen",
  camera_changed: "Another camera is used",
  microphone_lost: "The microphone stopped",
  microphone_back: "The microphone is back",
};

/** What the page says beside a signal about a device. */
const CAUSES: Record<string, string> = {
  denied: "Blocked in the browser",
  missing: "None was found",
  busy: "Another program uses it",
  insecure: "The page is not secure",
  failed: "It could not be started",
  unplugged: "Unplugged",
  virtual: "A program, not a device",
  muted: "Muted, by a key or the system",
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

/** Detail of an entry; null without one. */
export function entryWords({ kind, signal, text }: TimelineEntry): { title: string; text: string | null } {
  const detail = text.trim() === "" ? null : text;
  if (kind === "late" && detail && MISSING.test(detail)) {
    const numbers = detail.replace(MISSING, "");
    return {
      title: /^questions /.test(numbers)
        ? "Answers had not arrived at the submit"
        : "An answer had not arrived at the submit",
      text: numbers.replace(/^q/, "Q"),
    };
  }
  if (signal === "paste" && detail && /^\d+$/.test(detail))
    return { title: `Pasted ${plural(Number(detail), "character")}`, text: null };
  if (signal && DEVICE_SIGNALS.includes(signal))
    return { title: SIGNALS[signal], text: detail && (CAUSES[detail] ?? detail) };
  if (signal) return { title: SIGNALS[signal], text: detail };
  return { title: kind === "signal" ? "Recorded by the page" : TITLES[kind], text: detail };
}

/** Filters of the timeline. */
export const GROUPS = {
  all: "Everything",
  signal: "Signals",
  flag: "Flags",
  message: "Messages",
  screenshot: "Screenshots",
  clip: "Clips",
} as const;
export type Group = keyof typeof GROUPS;

export const inGroup = (entries: TimelineEntry[], group: Group) =>
  group === "all" ? entries : entries.filter(({ kind }) => kind === group);

/** The non-empty groups with their counts. */
export function groupsOf(entries: TimelineEntry[]): { group: Group; count: number }[] {
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({ group, count: inGroup(entries, group).length }))
    .filter(({ group, count }) => group === "all" || count > 0);
}
