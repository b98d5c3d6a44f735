// What monitoring says on the wire, under the names that the page uses.

export type VideoVia = "webrtc" | "stills";

/** The server's view of one candidate's picture; it decides what lists show. */
export interface VideoState {
  state: "live" | "connecting" | "offline";
  via?: VideoVia | null;
  /** Why there is no picture, in words. */
  reason?: string | null;
  since: string;
}

export interface Monitored {
  invite_id: string;
  attempt_id?: string | null;
  applicant_name: string;
  applicant_email: string;
  test_title: string;
  ready: boolean;
  scheduled_date?: string | null;
  started_at?: string | null;
  deadline?: string | null;
  server_time: string;
  /** The question on the candidate's screen, from 1. */
  question?: number | null;
  question_count: number;
  answered_count: number;
  last_saved_at?: string | null;
  signal_count: number;
  flag_count: number;
  resume_requested_at?: string | null;
  video: VideoState;
}

export interface ProctorMessage {
  id: string;
  text: string;
  sent_at: string;
  sent_by: string;
  seen_at?: string | null;
}
