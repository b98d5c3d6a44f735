import { createStore, type StoreApi } from "zustand/vanilla";
import { api } from "@/api/client";
import type { CandidateMessage } from "@/api/types";
import { asHolder, type Holder } from "../attempt-call";
import type { Pushed } from "../session/push";

/** A proctor's message. Times are RFC 3339. */
export type Message = CandidateMessage;

/** Kinds of texts for the candidate, which are the names of their events. */
const KINDS: readonly Message["kind"][] = ["message", "announcement", "answer"];

/** Poll interval in ms, a fallback for missing server events. */
export const LOOK = 30_000;

export const messageCalls = ({ token, key }: Holder) => ({
  list: () => api.get("/take-test/{token}/messages", { path: { token }, ...asHolder({ key }) }),
  seen: (message_id: string) =>
    api.post("/take-test/{token}/messages/{message_id}/seen", {
      path: { token, message_id },
      ...asHolder({ key }),
    }),
});

interface Calls {
  list(): Promise<Message[]>;
  seen(id: string): Promise<unknown>;
}

/** The messages of one attempt, pushed or polled: each is shown once, and none is lost with a connection. */
export class MessageBox {
  readonly store: StoreApi<{ messages: Message[] }> = createStore(() => ({ messages: [] }));
  /** Confirmed here, and reported to the server as soon as possible. */
  readonly #confirmed = new Set<string>();

  constructor(
    private readonly calls: Calls,
    private readonly now: () => number,
  ) {}

  async refresh(): Promise<void> {
    try {
      const listed = await this.calls.list();
      this.#merge(listed);
      const unsent = listed.filter(({ id, seen_at }) => !seen_at && this.#confirmed.has(id));
      await Promise.all(unsent.map(({ id }) => this.calls.seen(id)));
    } catch {
      // Retried in half a minute, and when the connection is back.
    }
  }

  push({ name, data }: Pushed): void {
    const kind = KINDS.find((known) => known === name);
    if (!kind) return;
    const { id, text, sent_at, seen_at, question_id } = data;
    if (typeof id !== "string" || typeof text !== "string" || typeof sent_at !== "string") return;
    const about = typeof question_id === "string" ? { question_id } : {};
    this.#merge([
      { id, kind, text, sent_at, seen_at: typeof seen_at === "string" ? seen_at : null, ...about },
    ]);
  }

  /** 'Got it'. Returns the updated message, for the other tabs. */
  async confirm(id: string): Promise<Message | undefined> {
    this.#confirmed.add(id);
    const message = this.store.getState().messages.find((m) => m.id === id);
    if (!message) return undefined;
    const seen = { ...message, seen_at: message.seen_at ?? new Date(this.now()).toISOString() };
    this.#merge([seen]);
    await this.calls.seen(id).catch(() => undefined);
    return seen;
  }

  #merge(news: Message[]) {
    const known = new Map(this.store.getState().messages.map((message) => [message.id, message]));
    for (const message of news) {
      const seen_at = message.seen_at ?? known.get(message.id)?.seen_at ?? null;
      known.set(message.id, { ...message, seen_at });
    }
    const messages = [...known.values()].sort((a, b) => a.sent_at.localeCompare(b.sent_at));
    this.store.setState({ messages });
  }
}
