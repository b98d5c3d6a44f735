import { expect, it } from "vitest";
import { causes } from "@/test/causes";
import { monitored } from "@/test/data";
import { badgeLabel } from "./labels";

const SINCE = "2026-03-02T09:00:00Z";

it.each(causes())("has a word of its own for the proctor: $cause", ({ page, proctor }) => {
  const isLive = proctor.video === "live";
  // Frames that arrive belie a camera that cannot send any: the server says so.
  const camera = page && {
    state: isLive && !proctor.reads ? ("on" as const) : page,
    since: SINCE,
    reason: page === "on" ? null : proctor.reads,
    name: null,
    is_virtual: false,
  };
  const row = monitored({
    video: { state: proctor.video, via: null, since: SINCE, reason: isLive ? null : proctor.reads },
    connection: { state: proctor.connection, heard_at: SINCE },
    camera,
  });
  expect(badgeLabel(row.video.state, row).words).toBe(proctor.badge);
});
