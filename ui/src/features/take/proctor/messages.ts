import { createStore, type StoreApi } from "zustand/vanilla";
import { attemptCall, type Holder } from "../attempt-call";
import type { Pushed } from "../session/push";

/** What a proctor wrote. Times are RFC 3339. */
export interface Message {
  id: string;
  text: string;
  sent_at: string;
  seen_at: string | null;
}

/** Milliseconds between two looks, for where the server's events do not come. */
export const LOOK = 30_000;

export const messageCalls = (to: Holder) => {
  const path = `/take-test/${encodeURIComponent(to.token)}/messages`;
  return {
    list: () => attemptCall<Message[]>(to, "GET", path),
    seen: (id: string) => attemptCall<void>(to, "POST", `${path}/${encodeURIComponent(id)}/seen`),
  };
};

type Calls = ReturnType<typeof messageCalls>;

/** The messages of one attempt: pushed, or asked for; none is shown twice and none is lost with a connection. */
export class MessageBox {
  readonly store: StoreApi<{ messages: Message[] }> = createStore(() => ({ messages: [] }));
  /** Confirmed here; the server hears of it as soon as it can. */
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
      // Asked again in half a minute, and when the connection is back.
    }
  }

  push({ name, data }: Pushed): void {
    if (name !== "message") return;
    const { id, text, sent_at, seen_at } = data;
    if (typeof id !== "string" || typeof text !== "string" || typeof sent_at !== "string") return;
    this.#merge([{ id, text, sent_at, seen_at: typeof seen_at === "string" ? seen_at : null }]);
  }

  /** 'Got it'. Answers the message as it now stands, for the other tabs. */
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
