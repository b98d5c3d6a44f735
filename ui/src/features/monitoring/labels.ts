import type { Monitored, VideoState } from "@/api/types";
import { clock, plural } from "@/lib/format";

export const VIDEO_WORDS: Record<VideoState["state"], "LIVE" | "CONNECTING" | "OFFLINE"> = {
  live: "LIVE",
  connecting: "CONNECTING",
  offline: "OFFLINE",
};

export const VIDEO_TONES = { live: "green", connecting: "amber", offline: "red" } as const;

/** "Question 3 of 10", or the answered count if the page has not reported its position. */
export function questionWords(row: Monitored): string {
  return row.question
    ? `Question ${row.question} of ${row.question_count}`
    : `${row.answered_count} of ${plural(row.question_count, "question")} answered`;
}

/** Short form: "Q 3 of 10", "2 of 10 done". */
export function placeWords(row: Monitored): string {
  return row.question
    ? `Q ${row.question} of ${row.question_count}`
    : `${row.answered_count} of ${row.question_count} done`;
}

/** "just now", "12 s ago", "3 min ago", "2 h ago". */
export function agoWords(instant: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  if (seconds < 3) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3_600)} h ago`;
}

export const savedWords = (row: Monitored, now: number) =>
  row.last_saved_at ? `Saved ${agoWords(row.last_saved_at, now)}` : "Nothing saved yet";

/** Seconds under which the clock turns red (docs/behaviour.md#deadline). */
export const SHORT = 300;

export interface Left {
  words: string;
  short: boolean;
}

/** The time left by the server's clock. */
export function leftWords(deadline: string, now: number): Left {
  const seconds = Math.ceil((Date.parse(deadline) - now) / 1000);
  return seconds <= 0
    ? { words: "Time is up", short: true }
    : { words: clock(seconds), short: seconds < SHORT };
}
