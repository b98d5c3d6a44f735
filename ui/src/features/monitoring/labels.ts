import type { CameraState, Monitored, VideoState } from "@/api/types";
import { clock, plural } from "@/lib/format";
import { pictureFault } from "@/lib/trouble";

type Known = Pick<Monitored, "video" | "connection" | "camera">;

/** The camera of a candidate whose page is heard from, in two words. */
const CAMERA_BADGES: Record<CameraState, string> = {
  on: "NO VIDEO",
  muted: "CAMERA MUTED",
  black: "BLACK PICTURE",
  frozen: "FROZEN PICTURE",
  off: "CAMERA OFF",
  asking: "CAMERA PENDING",
  denied: "CAMERA BLOCKED",
  missing: "NO CAMERA",
  busy: "CAMERA IN USE",
  failed: "CAMERA FAILED",
  unsupported: "NO CAMERA",
  unplugged: "UNPLUGGED",
  lost: "CAMERA STOPPED",
};

export interface BadgeLabel {
  words: string;
  tone: "green" | "amber" | "red";
}

/** What a badge says: OFFLINE only of a page that is not heard from, for the camera its own word. */
export function badgeLabel(state: VideoState["state"], row: Known | undefined): BadgeLabel {
  if (state === "connecting") return { words: "CONNECTING", tone: "amber" };
  if (state === "live") {
    const fault = row?.camera && pictureFault(row) && CAMERA_BADGES[row.camera.state];
    return fault ? { words: fault, tone: "amber" } : { words: "LIVE", tone: "green" };
  }
  const isHere = row?.video.state === "offline" && row.connection.state === "connected";
  return {
    words: isHere ? CAMERA_BADGES[row.camera?.state ?? "on"] : "OFFLINE",
    tone: isHere ? "amber" : "red",
  };
}

/** Whether the candidate's page is heard from, for lists of facts. */
export function connectionWords({ connection: { state, heard_at } }: Monitored, now: number): string {
  if (state === "connected") return "Connected";
  if (state === "waiting") return "Not heard from yet";
  return `${state === "closed" ? "Page closed" : "Lost"}, last heard from ${agoWords(heard_at, now)}`;
}

/** "On: Integrated Camera", "The camera sends a black picture: OBS Virtual Camera (a program, not a device)". */
export function cameraWords({ camera, connection }: Monitored): string {
  if (!camera) return "Not reported yet";
  const state = camera.reason ?? "On";
  const before = connection.state === "connected" ? "" : "Last known: ";
  if (!camera.name) return `${before}${state}`;
  const name = `${camera.name}${camera.is_virtual ? " (a program, not a device)" : ""}`;
  return `${before}${state.replace(/\.$/, "")}: ${name}`;
}

export function microphoneWords({ microphone }: Monitored): string {
  if (!microphone) return "Not reported yet";
  const name = microphone.name ? `: ${microphone.name}` : "";
  return microphone.reason ?? `On${name}`;
}

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

/** A fault with its age: "The page was closed, 12 min ago", and of what has not happened "No contact yet, for 52 s". */
export function sinceWords(fault: string, instant: string, now: number): string {
  const [words, ago] = [fault.replace(/\.$/, ""), agoWords(instant, now)];
  if (!words.endsWith(" yet")) return `${words}, ${ago}`;
  return ago.endsWith(" ago") ? `${words}, for ${ago.slice(0, -" ago".length)}` : words;
}

export const savedWords = (row: Monitored, now: number) =>
  row.last_saved_at ? `Saved ${agoWords(row.last_saved_at, now)}` : "Nothing saved yet";

/** Seconds under which the clock turns red (docs/behaviour/taking.md#deadline). */
const SHORT = 300;

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
