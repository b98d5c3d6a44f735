import type { Step as MachineStep } from "@/lib/machine";
import type { Words } from "./labels";
import type { Flow } from "./peer";

/**
 * State machine of one viewing connection, as a pure function: events in, effects
 * out. It retries as long as the test runs; only a permanent refusal
 * ends it.
 */

/** The states of the monitor page (docs/behaviour/monitoring.md#live-monitoring). */
export type Phase = "disconnected" | "connecting" | "connected" | "failed";

export interface Link {
  phase: Phase;
  /** Counts connections: reports of earlier ones are ignored. */
  generation: number;
  /** Failed tries since the last received video. */
  tries: number;
  /** Problem text for the viewer; null without one. */
  words: Words | null;
  /** Final: no further tries. */
  ended: boolean;
  /** The server has no live video at all. */
  off?: boolean;
}

type LinkTimer = "setup" | "grace" | "retry";

/** A call of the negotiation failed. */
export interface Refusal {
  words: Words;
  /** Another try cannot help. */
  final: boolean;
  /** The server has no live video at all: that is no failure. */
  off?: boolean;
}

export type LinkEvent =
  | { type: "start" }
  | { type: "stop" }
  | ({ type: "refused"; generation: number } & Refusal)
  | { type: "ice"; generation: number; state: RTCPeerConnectionState }
  | { type: "timer"; generation: number; timer: LinkTimer }
  /** The server no longer knows this session: it was restarted. */
  | { type: "unknown"; generation: number }
  /** Whether frames arrive while the server reports that it has some. */
  | { type: "flow"; generation: number; flow: Flow }
  /** The server closed the session. */
  | { type: "closed"; generation: number; final: boolean; words: Words };

export type LinkEffect =
  | { type: "open"; generation: number }
  | { type: "close" }
  | { type: "wait"; timer: LinkTimer; ms: number; generation: number };

export type Step = MachineStep<Link, LinkEffect>;

/** Time in ms that a connection may be `disconnected` before a reconnect. */
export const RECONNECT_GRACE_MS = 3_000;
/** Connect timeout in ms. */
export const SETUP = 12_000;
const RETRY_DELAYS_MS = [300, 1_000, 2_000, 4_000, 8_000];

const CONNECTING: Words = { key: "videoConnecting" };
export const LOST: Words = { key: "videoLost" };
export const NOT_MADE: Words = { key: "videoNotMade" };
export const INTERRUPTED: Words = { key: "videoInterrupted" };
export const STANDS_STILL: Words = { key: "videoFrozen" };

export const IDLE: Link = { phase: "disconnected", generation: 0, tries: 0, words: null, ended: false };

const retryAfter = (tries: number) => RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1] ?? 0;

function open(link: Link, words: Words): Step {
  const generation = link.generation + 1;
  return {
    state: { ...link, phase: "connecting", generation, words, ended: false },
    effects: [
      { type: "close" },
      { type: "open", generation },
      { type: "wait", timer: "setup", ms: SETUP, generation },
    ],
  };
}

/** Abandons this connection and schedules the next try. */
function again(link: Link, words: Words): Step {
  const tries = link.tries + 1;
  const next = { ...link, phase: "failed" as const, tries, words };
  return {
    state: next,
    effects: [
      { type: "close" },
      { type: "wait", timer: "retry", ms: retryAfter(tries), generation: link.generation },
    ],
  };
}

const end = (link: Link, phase: Phase, words: Words | null): Step => ({
  state: { ...link, phase, words, ended: true },
  effects: [{ type: "close" }],
});

const stay = (link: Link): Step => ({ state: link, effects: [] });

function onIce(link: Link, state: RTCPeerConnectionState): Step {
  if (state === "connected") return stay({ ...link, phase: "connected", tries: 0, words: null });
  if (link.phase === "failed") return stay(link);
  if (state === "failed" || state === "closed")
    return again(link, link.phase === "connected" ? LOST : NOT_MADE);
  if (state === "disconnected" && link.phase === "connected")
    return {
      state: { ...link, words: INTERRUPTED },
      effects: [{ type: "wait", timer: "grace", ms: RECONNECT_GRACE_MS, generation: link.generation }],
    };
  return stay(link);
}

function onTimer(link: Link, timer: LinkTimer): Step {
  if (timer === "setup") return link.phase === "connecting" ? again(link, NOT_MADE) : stay(link);
  // The interruption may be over: then there is no message any more.
  if (timer === "grace")
    return link.phase === "connected" && link.words === INTERRUPTED ? again(link, LOST) : stay(link);
  return link.phase === "failed" ? open(link, link.words ?? CONNECTING) : stay(link);
}

function onFlow(link: Link, flow: Flow): Step {
  if (link.phase !== "connected") return stay(link);
  if (flow === "stalled") return again(link, LOST);
  if (flow === "slow") return stay(link.words ? link : { ...link, words: STANDS_STILL });
  return stay(link.words === STANDS_STILL ? { ...link, words: null } : link);
}

export function step(link: Link, event: LinkEvent): Step {
  if (event.type === "start") {
    const running = link.phase !== "disconnected" && !link.ended;
    return running ? stay(link) : open({ ...link, tries: 0 }, CONNECTING);
  }
  if (event.type === "stop") return end({ ...link, generation: link.generation + 1 }, "disconnected", null);
  if (link.ended || event.generation !== link.generation) return stay(link);
  switch (event.type) {
    case "refused":
      if (event.off) return end({ ...link, off: true }, "disconnected", event.words);
      return event.final ? end(link, "failed", event.words) : again(link, event.words);
    case "closed":
      return event.final ? end(link, "disconnected", event.words) : again(link, event.words);
    case "unknown":
      return again(link, LOST);
    case "flow":
      return onFlow(link, event.flow);
    case "ice":
      return onIce(link, event.state);
    case "timer":
      return onTimer(link, event.timer);
  }
}
