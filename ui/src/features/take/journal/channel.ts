import type { EnteredSection, SectionEntry, SubmitReply } from "@/api/types";
import { openBroadcast } from "@/lib/storage";
import type { Ack, Entry } from "./types";

/** Pushed events other than changes of the attempt. */
export interface Pushed {
  name: "message" | "announcement" | "answer" | "video.changed" | "run.changed";
  data: Record<string, unknown>;
}

/** Messages between the tabs of one browser about one attempt. */
export type TabMessage =
  /** A tab was opened, perhaps after another closed without a message: the store may have changed. */
  | { type: "opened" }
  | { type: "edit"; entry: Entry }
  /** `at`: server time of the reply, RFC 3339. */
  | { type: "acked"; acks: Ack[]; at: string }
  | { type: "marked"; marked: string[] }
  | { type: "deadline"; deadline: string }
  /** Since when the attempt is paused, if it is, and until when a break lasts. */
  | { type: "pause"; since: string | undefined; until?: string | undefined }
  | { type: "entered"; entered: EnteredSection[]; claims: SectionEntry[] }
  /** One tab holds the event stream and forwards its events to the others. */
  | { type: "pushed"; pushed: Pushed }
  | { type: "submitted"; reply: SubmitReply };

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Connects the tabs that have this test open; without BroadcastChannel each tab is independent. */
export function openChannel(token: string, receive: (message: TabMessage) => void): TabChannel {
  const channel = openBroadcast(`invigil-take:${token}`);
  if (!channel) return { post() {}, close() {} };
  channel.onmessage = (event: MessageEvent<TabMessage>) => receive(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
