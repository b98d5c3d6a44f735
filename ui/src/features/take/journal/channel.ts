import type { SubmitReply } from "@/api/types";
import { openBroadcast } from "@/lib/storage";
import type { Pushed } from "../session/push";
import type { Ack, Entry } from "./types";

/** What the tabs of one browser tell each other about one attempt. */
export type TabMessage =
  /** A tab was opened, perhaps after one that closed without a word: the store may hold news. */
  | { type: "opened" }
  | { type: "edit"; entry: Entry }
  /** `at`: the server's clock when it answered, as RFC 3339. */
  | { type: "acked"; acks: Ack[]; at: string }
  | { type: "marked"; marked: string[] }
  | { type: "deadline"; deadline: string }
  /** One tab holds the event stream; the others hear from it. */
  | { type: "pushed"; pushed: Pushed }
  | { type: "submitted"; reply: SubmitReply };

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Connects the tabs that have this test open; where they cannot, each is alone. */
export function openChannel(token: string, receive: (message: TabMessage) => void): TabChannel {
  const channel = openBroadcast(`invigil-take:${token}`);
  if (!channel) return { post() {}, close() {} };
  channel.onmessage = (event: MessageEvent<TabMessage>) => receive(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
