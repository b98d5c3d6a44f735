import type { Period, Timeline, TimelineEntry } from "@/api/live";

export interface Stretch {
  from: number;
  to: number;
  monitored: boolean;
}

const ms = (instant: string) => Date.parse(instant);

/**
 * The whole of a test cut into stretches with and without pictures, in order and without gaps: what
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

/** Share of the time with pictures, from 0 to 1; 0 for no time at all. */
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

const TONES: Record<string, EntryTone> = {
  started: "green",
  resumed: "green",
  submitted: "green",
  ended: "red",
  flag: "red",
  late: "amber",
  resume_requested: "violet",
  released: "violet",
  time_added: "blue",
  message: "blue",
  screenshot: "blue",
  video_on: "green",
  video_off: "amber",
  signal: "amber",
};

export const toneOf = (kind: string): EntryTone => TONES[kind] ?? "neutral";

/** What lists of the timeline can be narrowed to. */
export const GROUPS = {
  all: "Everything",
  signal: "Signals",
  flag: "Flags",
  message: "Messages",
  screenshot: "Screenshots",
} as const;
export type Group = keyof typeof GROUPS;

export const inGroup = (entries: TimelineEntry[], group: Group) =>
  group === "all" ? entries : entries.filter(({ kind }) => kind === group);

/** The groups in which there is something, with how much. */
export function groupsOf(entries: TimelineEntry[]): { group: Group; count: number }[] {
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({ group, count: inGroup(entries, group).length }))
    .filter(({ group, count }) => group === "all" || count > 0);
}
