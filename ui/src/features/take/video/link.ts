import type { CloseReason } from "@/api/types";
import { backoff, retryWait } from "@/lib/backoff";
import { t } from "../panel-texts";

/** Connect timeout in ms, after which stills are sent. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Time in ms that a connection may be `disconnected` before a reconnect. */
export const UNSTEADY = 3_000;
/** Retry interval in ms while stills are sent. */
export const RETRY_WITH_STILLS = 30_000;
/** Delay in ms after which a replaced page tries to publish again. */
export const RETRY_REPLACED = 30_000;
/** Interval in ms of checks for a server restart. */
const RECHECK_MS = 1_000;
/** Consecutive failed connections after which stills are sent. */
const MAX_FAILURES = 2;

type LinkPhase =
  | "idle"
  /** Asks the server what it offers. */
  | "asking"
  | "connecting"
  | "up"
  /** It was up; checks whether the server still knows it. */
  | "checking"
  /** `disconnected`: it may recover automatically. */
  | "unsteady"
  | "waiting"
  /** Permanently refused: another browser holds the attempt, or it is over. */
  | "refused";

/** State machine of the candidate's video connection. Times are monotonic milliseconds. */
export interface Link {
  phase: LinkPhase;
  /** Counts peer connections; reports of older ones are ignored. */
  generation: number;
  /** Counts config requests; the caller sends one for each increment. */
  asks: number;
  /** Connections that failed since one was up. */
  failures: number;
  /** Unanswered calls since the last reply. */
  silent: number;
  /** Whether to send stills. */
  stills: boolean;
  everUp: boolean;
  /** Boot id of the server that the connection belongs to. */
  boot: string | undefined;
  /** When `wake` is due. */
  wakeAt: number | undefined;
  /** The server's reason for a refusal or an end. */
  detail: string | undefined;
}

export const IDLE: Link = {
  phase: "idle",
  generation: 0,
  asks: 0,
  failures: 0,
  silent: 0,
  stills: false,
  everUp: false,
  boot: undefined,
  wakeAt: undefined,
  detail: undefined,
};

export type LinkEvent =
  | { type: "start" | "stop" | "wake" }
  /** The network is back, or the event stream opened or broke. */
  | { type: "online" | "stream_open" | "stream_lost" }
  | { type: "config"; webrtc: boolean; boot: string }
  /** `retryAfter` in ms. */
  | { type: "unanswered"; retryAfter?: number }
  | { type: "refused"; detail: string }
  | { type: "connected" | "disconnected"; generation: number }
  | { type: "failed"; generation: number; retryAfter?: number }
  /** The server no longer has this connection, with an optional close reason. */
  | { type: "closed"; generation: number; code?: CloseReason; reason?: string };

/** True while there is a peer connection. */
export const connects = ({ phase }: Link) => ["connecting", "up", "checking", "unsteady"].includes(phase);
export const isUp = ({ phase }: Link) => phase === "up" || phase === "checking";

const ask = (link: Link, phase: "asking" | "checking" = "asking"): Link => ({
  ...link,
  phase,
  asks: link.asks + 1,
  wakeAt: undefined,
});

const wait = (link: Link, until: number): Link => ({ ...link, phase: "waiting", wakeAt: until });

/** A connection failed. */
function failed(link: Link, now: number, retryAfter?: number): Link {
  const failures = link.failures + 1;
  const stills = link.stills || failures >= MAX_FAILURES;
  const own = stills ? RETRY_WITH_STILLS : backoff(failures);
  const asked = retryAfter === undefined ? 0 : retryWait(failures, retryAfter);
  return wait({ ...link, failures, stills }, now + Math.max(own, asked));
}

function configured(link: Link, webrtc: boolean, boot: string, now: number): Link {
  const heard = { ...link, silent: 0, boot };
  if (!webrtc) return wait({ ...heard, stills: true }, now + RETRY_WITH_STILLS);
  if (link.phase === "checking" && link.boot === boot) return { ...heard, phase: "up", wakeAt: undefined };
  return { ...heard, phase: "connecting", generation: link.generation + 1, wakeAt: now + CONNECT_TIMEOUT_MS };
}

function woken(link: Link, now: number): Link {
  if (link.phase === "waiting" || link.phase === "unsteady") return ask(link);
  if (link.phase === "checking") return ask(link, "checking");
  // Not up in time: send stills from now on, also during the next tries.
  if (link.phase === "connecting") return failed({ ...link, stills: true }, now);
  return link;
}

/** Transition function. The caller creates and closes connections and sends requests as the new state requires. */
export function step(link: Link, event: LinkEvent, now: number): Link {
  const { phase } = link;
  switch (event.type) {
    case "start":
      return phase === "idle" || phase === "refused" ? ask({ ...link, detail: undefined }) : link;
    case "stop":
      return { ...IDLE, generation: link.generation, asks: link.asks };
    case "wake":
      return woken({ ...link, wakeAt: undefined }, now);
    case "online":
    case "stream_open":
      if (phase === "waiting" || phase === "unsteady") return ask(link);
      return phase === "up" || phase === "checking" ? ask(link, "checking") : link;
    case "stream_lost":
      return phase === "up" ? ask(link, "checking") : link;
    case "config":
      return phase === "asking" || phase === "checking"
        ? configured(link, event.webrtc, event.boot, now)
        : link;
    case "unanswered": {
      if (phase === "checking") return { ...link, wakeAt: now + Math.max(RECHECK_MS, event.retryAfter ?? 0) };
      if (phase !== "asking" && phase !== "connecting") return link;
      const silent = link.silent + 1;
      return wait({ ...link, silent }, now + retryWait(silent, event.retryAfter));
    }
    case "refused":
      return { ...link, phase: "refused", stills: false, wakeAt: undefined, detail: event.detail };
    default:
      return event.generation === link.generation && connects(link) ? reported(link, event, now) : link;
  }
}

type Report = Extract<LinkEvent, { generation: number }>;

function reported(link: Link, report: Report, now: number): Link {
  const { phase } = link;
  switch (report.type) {
    case "connected": {
      if (phase === "checking") return link;
      const fine = { failures: 0, silent: 0, stills: false, everUp: true, wakeAt: undefined };
      return { ...link, ...fine, phase: "up", detail: undefined };
    }
    case "disconnected":
      return isUp(link) ? { ...link, phase: "unsteady", wakeAt: now + UNSTEADY } : link;
    case "failed":
      return failed(link, now, report.retryAfter);
    case "closed":
      return closed({ ...link, detail: report.reason }, report.code, now);
  }
}

function closed(link: Link, code: CloseReason | undefined, now: number): Link {
  if (code === "test_ended") return { ...link, phase: "refused", stills: false, wakeAt: undefined };
  // The replacing page sends video now: two pages that replace each other in turn would send none.
  if (code === "replaced") return wait(link, now + RETRY_REPLACED);
  return failed(link, now);
}

/** State text for the candidate; `isSeen`: the camera shows them. */
export function linkWords(
  link: Link,
  isSeen = true,
): { text: string; tone: "calm" | "good" | "worry" } | undefined {
  if (link.phase === "idle") return undefined;
  if (link.phase === "refused") {
    return { text: t("videoRefused", { reason: link.detail ?? "" }), tone: "worry" };
  }
  // The fault is named beside it: it is not the connection's.
  if (isUp(link) && !isSeen) return { text: t("connectionFine"), tone: "good" };
  if (isUp(link)) return { text: t("videoConnected"), tone: "good" };
  if (link.stills) {
    return { text: t("stillsInstead"), tone: "worry" };
  }
  if (!link.everUp && link.failures === 0 && link.silent === 0) {
    return isSeen ? { text: t("connectingVideo"), tone: "calm" } : undefined;
  }
  if (link.detail) {
    return {
      text: t("videoLostBecause", { reason: link.detail }),
      tone: "worry",
    };
  }
  return { text: t("videoLost"), tone: "worry" };
}
