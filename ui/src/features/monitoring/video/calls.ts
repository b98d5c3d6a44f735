import { ApiFailure, api, errorText, NetworkFailure } from "@/api/client";
import type { StepKey } from "./labels";
import type { Refusal } from "./link";

export const startSession = (inviteId: string, signal: AbortSignal) =>
  api.post("/webrtc/start-session/{invite_id}", { path: { invite_id: inviteId }, signal });

export const answer = (body: { sdp: string; session_id: string; invite_id?: string }, signal: AbortSignal) =>
  api.post("/webrtc/answer", { body: { type: "answer", ...body }, signal });

export const signals = (inviteId: string, sessionId: string, after: number, signal: AbortSignal) =>
  api.get("/webrtc/signals/{invite_id}", {
    path: { invite_id: inviteId },
    query: { session_id: sessionId, after },
    signal,
  });

/** Errors of a single ICE candidate are ignored: the server also learns the path from the packets. */
export const sendCandidate = (inviteId: string, sessionId: string, candidate: RTCIceCandidate) =>
  api
    .post("/webrtc/ice-candidate", {
      body: {
        // The description leaves the browser's object open.
        candidate: candidate.toJSON() as Record<string, never>,
        invite_id: inviteId,
        session_id: sessionId,
      },
    })
    .catch(() => undefined);

/** Ends the admin's viewing session, with keepalive. If the call is lost, the server's timeout ends it. */
export const endSession = (inviteId: string, sessionId: string) =>
  api
    .post("/webrtc/end-session/{invite_id}", {
      path: { invite_id: inviteId },
      query: { session_id: sessionId },
      keepalive: true,
    })
    .catch(() => undefined);

export const sendSwitches = (sessionId: string, on: { audio: boolean; video: boolean }) =>
  api.put("/webrtc/sessions/{session_id}/proctor", { path: { session_id: sessionId }, body: on });

export const openWall = (signal: AbortSignal) => api.post("/webrtc/walls", { signal });

export const changeWall = (
  sessionId: string,
  body: { invite_ids: string[]; focus: string | null },
  signal: AbortSignal,
) => api.put("/webrtc/walls/{session_id}", { path: { session_id: sessionId }, body, signal });

export const closeWall = (sessionId: string) =>
  api
    .delete("/webrtc/walls/{session_id}", { path: { session_id: sessionId }, keepalive: true })
    .catch(() => undefined);

/** A failed negotiation step, by the key of its text (docs/behaviour/calls.md#error-texts). */
export class StepFailure extends Error {
  readonly step: StepKey;

  constructor(step: StepKey, cause: unknown) {
    super(step, { cause });
    this.step = step;
  }
}

export const isUnknown = (error: unknown) => error instanceof ApiFailure && error.code === "unknown_session";

/** Message for a failed try, and whether a retry can help. */
export function judge(error: unknown): Refusal {
  const cause = error instanceof StepFailure ? error.cause : error;
  const step = error instanceof StepFailure ? error.step : "noVideoSession";
  if (cause instanceof NetworkFailure) return { words: { key: "serverSilent" }, final: false };
  if (cause instanceof ApiFailure) {
    if (cause.code === "media_off") return { words: cause.detail, final: true, off: true };
    if (cause.code === "not_in_progress") return { words: { key: "mustRun" }, final: true };
    const final = (cause.status === 403 || cause.status === 404) && !isUnknown(cause);
    return { words: { key: step, reason: errorText(cause) }, final };
  }
  return { words: { key: step }, final: false };
}
