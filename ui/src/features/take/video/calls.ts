import { ApiFailure } from "@/api/errors";
import type { MediaConfig, PublishReply, VideoSignals } from "@/api/types";
import { attemptCall, type Holder } from "../attempt-call";

/** The publishing session and its invite. */
export interface Publishing extends Holder {
  inviteId: string;
}

export const mediaCalls = {
  config: (to: Holder) =>
    attemptCall<MediaConfig>(to, "GET", `/take-test/${encodeURIComponent(to.token)}/media`),

  offer: (to: Publishing, sdp: string) =>
    attemptCall<PublishReply>(to, "POST", "/webrtc/offer", {
      body: { type: "offer", sdp, invite_id: to.inviteId },
    }),

  signals: (to: Publishing, session: string, after: number) =>
    attemptCall<VideoSignals>(
      to,
      "GET",
      `/webrtc/signals/${to.inviteId}?session_id=${encodeURIComponent(session)}&after=${after}`,
    ),

  end: (to: Publishing, session: string | undefined, leaving: boolean) =>
    attemptCall<void>(to, "POST", `/webrtc/end-session/${to.inviteId}`, {
      body: session ? { session_id: session } : {},
      leaving,
    }),

  still: (to: Holder, picture: Blob) =>
    attemptCall<void>(to, "PUT", `/take-test/${encodeURIComponent(to.token)}/still`, { body: picture }),
};

/** The server no longer knows the session. */
export const sessionIsUnknown = (error: unknown) =>
  error instanceof ApiFailure && error.status === 404 && error.code === "unknown_session";

/** Reason for a permanent refusal of this attempt's video from this browser. */
export function refusal(error: unknown): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  const { status, code, detail } = error;
  const over = status === 410 || status === 401 || status === 403;
  return over || code === "attempt_elsewhere" || code === "unknown_link" ? detail : undefined;
}

/** Retry-After in ms, for an event of the link. */
export const asksToWait = (error: unknown): { retryAfter?: number } =>
  error instanceof ApiFailure && error.retryAfter !== undefined
    ? { retryAfter: error.retryAfter * 1_000 }
    : {};
