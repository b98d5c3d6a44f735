import type { CameraState, Monitored, VideoState } from "@/api/types";
import { clock } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { pictureFault } from "@/lib/trouble";
import { t } from "./texts";

type Known = Pick<Monitored, "video" | "connection" | "camera">;

/** The camera of a candidate whose page is heard from, in two words. */
const CAMERA_BADGES = {
  on: "noVideo",
  muted: "cameraMuted",
  black: "blackPicture",
  frozen: "frozenPicture",
  off: "cameraOff",
  asking: "cameraPending",
  denied: "cameraBlocked",
  missing: "noCamera",
  busy: "cameraInUse",
  failed: "cameraFailed",
  unsupported: "noCamera",
  unplugged: "unplugged",
  lost: "cameraStopped",
} as const satisfies Record<CameraState, string>;

export interface BadgeLabel {
  words: string;
  tone: "green" | "amber" | "red";
}

/** What a badge says: OFFLINE only of a page that is not heard from, for the camera its own word. */
export function badgeLabel(state: VideoState["state"], row: Known | undefined): BadgeLabel {
  if (state === "connecting") return { words: t("badgeConnecting"), tone: "amber" };
  if (state === "live") {
    const fault = row?.camera && pictureFault(row) && CAMERA_BADGES[row.camera.state];
    return fault ? { words: t(fault), tone: "amber" } : { words: t("badgeLive"), tone: "green" };
  }
  const isHere = row?.video.state === "offline" && row.connection.state === "connected";
  return {
    words: isHere ? t(CAMERA_BADGES[row.camera?.state ?? "on"]) : t("badgeOffline"),
    tone: isHere ? "amber" : "red",
  };
}

/** Whether the candidate's page is heard from, for lists of facts. */
export function connectionWords({ connection: { state, heard_at } }: Monitored, now: number): string {
  if (state === "connected") return t("connected");
  if (state === "waiting") return t("notHeardYet");
  return t(state === "closed" ? "pageClosed" : "lost", { ago: agoWords(heard_at, now) });
}

/** "On: Integrated Camera", "The camera sends a black picture: OBS Virtual Camera (a program, not a device)". */
export function cameraWords({ camera, connection }: Monitored): string {
  if (!camera) return t("notReported");
  const state = camera.reason ? serverWords(camera.reason) : t("on");
  const words = camera.name
    ? t("withName", {
        state: state.replace(/\.$/, ""),
        name: camera.is_virtual ? t("virtual", { name: camera.name }) : camera.name,
      })
    : state;
  return connection.state === "connected" ? words : t("lastKnown", { state: words });
}

export function microphoneWords({ microphone }: Monitored): string {
  if (!microphone) return t("notReported");
  if (microphone.reason != null) return serverWords(microphone.reason);
  return microphone.name ? t("withName", { state: t("on"), name: microphone.name }) : t("on");
}

/** "Question 3 of 10", or the answered count if the page has not reported its position. */
export function questionWords(row: Monitored): string {
  return row.question
    ? t("questionOf", { number: row.question, total: row.question_count })
    : t("answeredOf", { count: row.answered_count, total: row.question_count });
}

/** Short form: "Q 3 of 10", "2 of 10 done". */
export function placeWords(row: Monitored): string {
  return row.question
    ? t("shortQuestionOf", { number: row.question, total: row.question_count })
    : t("shortDone", { count: row.answered_count, total: row.question_count });
}

const AGO = { seconds: "secondsAgo", minutes: "minutesAgo", hours: "hoursAgo" } as const;
const FOR = { seconds: "faultForSeconds", minutes: "faultForMinutes", hours: "faultForHours" } as const;

function age(instant: string, now: number): { unit: "now" | keyof typeof AGO; count: number } {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  if (seconds < 3) return { unit: "now", count: 0 };
  if (seconds < 60) return { unit: "seconds", count: seconds };
  if (seconds < 3_600) return { unit: "minutes", count: Math.floor(seconds / 60) };
  return { unit: "hours", count: Math.floor(seconds / 3_600) };
}

/** "just now", "12 s ago", "3 min ago", "2 h ago". */
export function agoWords(instant: string, now: number): string {
  const { unit, count } = age(instant, now);
  return unit === "now" ? t("justNow") : t(AGO[unit], { count });
}

/** A fault with its age: "The page was closed, 12 min ago", and of what has not happened "No contact yet, for 52 s". */
export function sinceWords(fault: string, instant: string, now: number): string {
  const words = serverWords(fault).replace(/\.$/, "");
  // Faults are in the server's words.
  if (!fault.endsWith(" yet.")) return t("faultAgo", { fault: words, ago: agoWords(instant, now) });
  const { unit, count } = age(instant, now);
  return unit === "now" ? words : t(FOR[unit], { fault: words, count });
}

export const savedWords = (row: Monitored, now: number) =>
  row.last_saved_at ? t("saved", { ago: agoWords(row.last_saved_at, now) }) : t("nothingSaved");

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
    ? { words: t("timeUp"), short: true }
    : { words: clock(seconds), short: seconds < SHORT };
}
