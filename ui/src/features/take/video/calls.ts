import { ApiFailure, api } from "@/api/client";
import { asHolder, type Holder } from "../attempt-call";

/** The publishing session and its invite. */
export interface Publishing extends Holder {
  inviteId: string;
}

export const mediaCalls = {
  config: (to: Holder) => api.get("/take-test/{token}/media", { path: { token: to.token }, ...asHolder(to) }),

  offer: (to: Publishing, sdp: string) =>
    api.post("/webrtc/offer", { ...asHolder(to), body: { type: "offer", sdp, invite_id: to.inviteId } }),

  signals: (to: Publishing, session: string, after: number) =>
    api.get("/webrtc/signals/{invite_id}", {
      path: { invite_id: to.inviteId },
      query: { session_id: session, after },
      ...asHolder(to),
    }),

  end: (to: Publishing, session: string | undefined, leaving: boolean) =>
    api.post("/webrtc/end-session/{invite_id}", {
      path: { invite_id: to.inviteId },
      body: session ? { session_id: session } : {},
      ...asHolder(to, leaving),
    }),

  still: (to: Holder, picture: Blob) =>
    api.put("/take-test/{token}/still", { path: { token: to.token }, body: picture, ...asHolder(to) }),
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
