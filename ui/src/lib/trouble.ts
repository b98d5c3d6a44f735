import type { Monitored } from "@/api/types";
import { serverWords } from "./server-words";
import { t } from "./timeline-texts";

/** Time in ms after which a pending connection counts as a problem. */
const SLOW_MS = 10_000;

/** The rank of a test whose time is over: missing video is no problem there. */
export const OVER = 2;

export interface Trouble {
  /** Severity: smaller is more urgent. */
  rank: number;
  words: string;
}

/** What is wrong with a camera whose pictures arrive: they are black, frozen or withheld. In the server's words. */
export const pictureFault = ({ video, camera }: Pick<Monitored, "video" | "camera">): string | null =>
  video.state === "live" ? (camera?.reason ?? null) : null;

const said = (reason: string | null) => reason && serverWords(reason);

/** The most severe problem with its description; null without one. */
export function troubleOf(row: Monitored, now: number): Trouble | null {
  if (!row.ready) return null;
  if (row.resume_requested_at) return { rank: 0, words: t("asksToContinue") };
  if (row.video.state === "offline") return { rank: 1, words: said(row.video.reason) || t("noVideo") };
  const fault = pictureFault(row);
  if (fault) return { rank: 1, words: serverWords(fault) };
  if (row.deadline && Date.parse(row.deadline) <= now) return { rank: OVER, words: t("timeUp") };
  if (row.video.state === "connecting" && now - Date.parse(row.video.since) > SLOW_MS)
    return { rank: 3, words: said(row.video.reason) || t("videoSlow") };
  return null;
}

/** The rank of a test without a problem, or with an acknowledged one. */
const SEEN = 9;

/** Sort order: problems that no proctor has seen first, then by start time. */
export function troubleFirst(rows: Monitored[], now: number): Monitored[] {
  const ranked = rows.map((row) => ({
    row,
    rank: row.seen ? SEEN : (troubleOf(row, now)?.rank ?? SEEN),
    start: `${row.started_at ?? ""} ${row.invite_id}`,
  }));
  ranked.sort((a, b) => a.rank - b.rank || (a.start < b.start ? -1 : 1));
  return ranked.map(({ row }) => row);
}

/** Time in ms after which a candidate whose page is not heard from is set aside. */
const LONG_MS = 5 * 60_000;

/** A problem that no proctor has acknowledged. */
export const needsLook = (row: Monitored, now: number): boolean => !row.seen && troubleOf(row, now) !== null;

/** Not heard from for so long that the candidate has probably left. Who works without a camera has not. */
export const isLongOffline = (row: Monitored, now: number): boolean =>
  row.ready &&
  !row.resume_requested_at &&
  row.connection.state !== "connected" &&
  now - Date.parse(row.connection.heard_at) > LONG_MS;
