import type { Monitored } from "@/api/types";
import { needsLook, troubleOf } from "@/lib/trouble";

/** Keys of the problems that no proctor has acknowledged; a new event has a new key. */
export const eventsOf = (rows: Monitored[], now: number): string[] =>
  rows
    .filter((row) => needsLook(row, now))
    .map((row) =>
      [
        row.invite_id,
        troubleOf(row, now)?.rank,
        row.video.since,
        row.camera?.state,
        row.resume_requested_at,
      ].join(" "),
    );

/** Whether `events` has one that was not there before. The first look, without a before, is no news. */
export const isNews = (events: string[], before: Set<string> | null): boolean =>
  before !== null && events.some((event) => !before.has(event));
