import { describe, expect, it } from "vitest";
import type { Entry } from "../journal/types";
import type { SessionEffect, SessionEvent } from "./events";
import {
  ATTEMPT,
  BUSY,
  DEADLINE,
  FOREIGN,
  INVALID,
  KEPT,
  LATER,
  NETWORK,
  NOW,
  REPLY,
  RUNNING,
  test,
} from "./fixtures";
import { checked } from "./invariants";
import { INITIAL, type SessionState } from "./state";

/** Seeded random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A candidate, a browser and a server that fail at random; every effect of the machine is performed in a model. */
class World {
  state: SessionState = INITIAL;
  /** Results that have not arrived yet; they may do so in any order. */
  pending: (() => void)[] = [];
  /** The browser's copy, with what the server has confirmed. */
  kept = new Map<string, Entry & { acked: boolean }>();
  record: Partial<typeof KEPT> | undefined;
  server = { started: false, ended: false, deadline: DEADLINE, answers: new Map<string, Entry>() };
  /** What a submit left out, for the next page. */
  undelivered = new Map<string, Entry>();
  typed = new Map<string, string>();
  reliable = false;
  #seq = 0;
  #now = NOW;
  #visit = 0;

  constructor(readonly dice: () => number) {
    this.send({ type: "open" });
  }

  send(event: SessionEvent) {
    const { state, effects } = checked(this.state, event);
    this.state = state;
    for (const effect of effects) this.#perform(effect);
    for (const [id, text] of this.typed) {
      const places = [this.kept, this.server.answers, this.undelivered];
      const known = places.map((place) => place.get(id)?.answer);
      if (!known.includes(text)) expect.fail(`${event.type} lost "${text}"`);
    }
  }

  /** Lets one result arrive. */
  arrive() {
    this.pending.splice(Math.floor(this.dice() * this.pending.length), 1)[0]?.();
  }

  /** A new page of the same browser: what was in flight does not come back. */
  reload() {
    if (this.state.final) return;
    this.send({ type: "leave", closing: true });
    this.#visit++;
    this.pending = [];
    this.state = INITIAL;
    this.send({ type: "open" });
  }

  act() {
    const some = <T>(list: T[]): T | undefined => list[Math.floor(this.dice() * list.length)];
    const id = some(["a", "b", "c"]) ?? "a";
    const { name } = this.state.phase;
    this.#now += Math.floor(this.dice() * 60_000);
    const events: SessionEvent[] = [
      { type: "tick", now: this.#now, slept: this.dice() < 0.1 },
      { type: "go_to", position: Math.floor(this.dice() * 4) },
      { type: "mark", question_id: id },
      { type: "online" },
      { type: "visible" },
      { type: "leave", closing: false },
      { type: "stream", open: this.dice() < 0.5 },
      { type: "reload" },
      { type: "retry_load" },
    ];
    const text = `${id}${++this.#seq}`;
    if (name === "running") events.push({ type: "edit", question_id: id, answer: text, exact: false });
    if (name === "running" && this.dice() < 0.1) events.push({ type: "submit", reason: "asked" });
    if (name === "submitting") events.push({ type: "cancel_submit" });
    if (name === "intro" && !this.server.started) events.push({ type: "start" });
    if (name === "intro" && this.server.started) events.push({ type: "begin", monitoring: "camera" });
    const event = some(events);
    if (event) this.send(event);
  }

  #later(result: () => void) {
    const visit = this.#visit;
    this.pending.push(() => visit === this.#visit && result());
  }

  #fails = () => !this.reliable && this.dice() < 0.4;

  get #unsent() {
    return [...this.kept.values()].filter(({ acked }) => !acked);
  }

  #store(entries: Entry[]) {
    for (const entry of entries) {
      const stored = this.server.answers.get(entry.question_id);
      if (!stored || entry.seq > stored.seq) this.server.answers.set(entry.question_id, entry);
    }
  }

  #confirm(entries: Entry[]) {
    for (const { question_id, seq } of entries) {
      const held = this.kept.get(question_id);
      if (held?.seq === seq) held.acked = true;
    }
  }

  /** The save loop: sends all, retries until confirmed. */
  #save() {
    const entries = this.#unsent.map((entry) => ({ ...entry }));
    if (entries.length === 0) return;
    this.#later(() => {
      if (this.#fails()) {
        this.send({ type: "save_state", save: { kind: "offline" }, unsent: this.#unsent.length });
        return this.#save();
      }
      this.#store(entries);
      // The reply may be lost.
      if (this.#fails()) return this.#save();
      this.#confirm(entries);
      this.send({
        type: "changed",
        change: { deadline: this.server.deadline, submitted: this.server.ended },
      });
      this.send({ type: "save_state", save: { kind: "saved", at: NOW }, unsent: this.#unsent.length });
    });
  }

  #load() {
    if (this.#fails()) return this.send({ type: "load_failed", failure: NETWORK });
    if (this.server.ended) return this.send({ type: "load_refused", code: "finished", detail: "Finished." });
    this.send({ type: "loaded", reply: this.server.started ? RUNNING : test() });
  }

  #submit({ turn, reason, bare }: Extract<SessionEffect, { type: "submit" }>) {
    const entries = bare ? [] : [...this.kept.values()].map((entry) => ({ ...entry }));
    const missing = bare ? this.#unsent.map(({ question_id }) => question_id) : [];
    this.#later(() => {
      if (this.#fails()) {
        const failure = [NETWORK, FOREIGN, bare ? BUSY : INVALID][Math.floor(this.dice() * 3)] ?? NETWORK;
        return this.send({ type: "submit_failed", turn, failure });
      }
      this.server.ended = true;
      this.#store(entries);
      if (this.#fails()) return this.send({ type: "submit_failed", turn, failure: NETWORK });
      this.#confirm(entries);
      this.send({ type: "submitted", reply: REPLY, reason, missing });
    });
  }

  #sync() {
    const { ended, deadline } = this.server;
    if (this.#fails() || ended) {
      return this.send({ type: "sync_failed", failure: NETWORK, finished: ended, now: this.#now });
    }
    this.send({ type: "synced", deadline });
  }

  #drain(turn: number) {
    if (!this.#fails()) {
      this.#store(this.#unsent);
      this.#confirm(this.#unsent);
    }
    const tired = this.dice() < 0.3 ? "hopeless" : "hopeful";
    this.send({ type: "drained", turn, left: this.#unsent.length > 0 ? tired : "done" });
  }

  #edit(question_id: string, answer: string) {
    this.kept.set(question_id, { question_id, answer, seq: ++this.#seq, acked: false });
    this.typed.set(question_id, answer);
    this.send({ type: "answers", answers: {}, unsent: this.#unsent.length });
    this.send({ type: "entry" });
    this.send({ type: "edited", question_id, taken: true });
  }

  #perform(effect: SessionEffect) {
    const unsent = this.#unsent.length;
    switch (effect.type) {
      case "open": {
        const kept = this.record && { ...KEPT, snapshot: undefined, monitoring: undefined, ...this.record };
        return this.#later(() => this.send({ type: "opened", answers: {}, unsent, durable: true, kept }));
      }
      case "load":
        return this.#later(() => this.#load());
      case "start":
        this.record ??= {};
        this.send({ type: "key", key: "key" });
        return this.#later(() => {
          if (this.#fails()) return;
          this.server.started = true;
          this.send({ type: "started", attempt: ATTEMPT });
        });
      case "merge": {
        const { entering } = effect;
        return this.#later(() =>
          this.send({ type: "merged", saved_at: 0, entering, unsent: this.#unsent.length }),
        );
      }
      case "write":
        if (this.record) Object.assign(this.record, effect.patch);
        return;
      case "keep":
        if (this.record) this.record.snapshot = { ...effect.snapshot, clock_offset: 0 };
        return;
      case "edit":
        return this.#edit(effect.question_id, effect.answer);
      case "save":
        return effect.command === "edited" ? undefined : this.#save();
      case "unload":
        return this.#fails() ? undefined : this.#store(this.#unsent);
      case "wait":
      case "back_off": {
        const { timer } = effect;
        return this.#later(() => this.send({ type: "timer", timer }));
      }
      case "sync":
        return this.#later(() => this.#sync());
      case "prepare":
        return this.#later(() =>
          this.send({ type: "prepared", turn: effect.turn, troubled: this.dice() < 0.2 }),
        );
      case "submit":
        return this.#submit(effect);
      case "drain":
        return this.#later(() => this.#drain(effect.turn));
      case "finish":
        for (const entry of this.#unsent) {
          if (effect.missing.includes(entry.question_id)) this.undelivered.set(entry.question_id, entry);
        }
        return;
      case "clear":
        this.kept.clear();
        this.record = undefined;
        return this.#later(() => this.send({ type: "cleared" }));
    }
  }
}

describe("a random visit", () => {
  it.each(Array.from({ length: 60 }, (_, n) => n + 1))("loses no text and ends (seed %i)", (seed) => {
    const dice = seeded(seed);
    const world = new World(dice);
    for (let n = 0; n < 400; n++) {
      const fate = dice();
      if (fate < 0.55) world.arrive();
      else if (fate < 0.56) world.reload();
      else if (fate < 0.57) world.server.deadline = LATER;
      else world.act();
    }
    // From now on nothing fails, and the candidate wants to submit.
    world.reliable = true;
    const over = () => ["done", "fatal"].includes(world.state.phase.name);
    for (let n = 0; n < 1_000 && !over(); n++) {
      world.arrive();
      const { name } = world.state.phase;
      if (name === "intro")
        world.send(world.server.started ? { type: "begin", monitoring: "camera" } : { type: "start" });
      if (name === "running") world.send({ type: "submit", reason: "asked" });
    }
    expect(world.state.phase.name).toBe("done");
    const all = [...world.server.answers, ...world.undelivered];
    const stored = all.map(([id, { answer }]) => [id, answer]);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(world.typed));
  });
});
