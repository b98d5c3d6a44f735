import { expect, it } from "vitest";
import type { VideoState } from "@/api/types";
import { IDLE, type Link } from "./link";
import { shownState, shownWords } from "./shown";

const link = (changes: Partial<Link>): Link => ({ ...IDLE, ...changes });
const video = (state: VideoState["state"], changes: Partial<VideoState> = {}): VideoState => ({
  state,
  via: "webrtc",
  reason: null,
  since: "2026-01-02T10:00:00Z",
  ...changes,
});
const connected = link({ phase: "connected" });
const connecting = link({ phase: "connecting", words: "Connecting the video." });
const refused = link({ phase: "failed", ended: true, words: "Test must be in progress to start monitoring" });

it("shows LIVE only when video arrives here", () => {
  expect(shownState(video("live"), connected)).toBe("live");
  expect(shownState(video("live"), { ...connected, words: "The video is frozen." })).toBe("connecting");
  expect(shownState(video("live"), connecting)).toBe("connecting");
  expect(shownState(video("live"), refused)).toBe("offline");
  expect(shownState(video("live", { via: "stills" }), connecting)).toBe("live");
  expect(shownState(video("offline"), connected)).toBe("offline");
  expect(shownState(undefined, connected)).toBe("live");
  expect(shownState(undefined, IDLE)).toBe("offline");
});

it("shows the candidate's problem before the viewer's", () => {
  const denied = video("offline", { reason: "The camera was denied." });
  expect(shownWords(denied, connecting)).toBe("The camera was denied.");
  expect(shownWords(video("live"), connecting)).toBe("Connecting the video.");
  expect(shownWords(video("live"), connected)).toBeNull();
  expect(shownWords(video("live", { via: "stills" }), connecting)).toBeNull();
  expect(shownWords(video("connecting"), connected)).toBe("The candidate's video is connecting.");
});
