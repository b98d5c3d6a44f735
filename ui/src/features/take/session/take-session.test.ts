import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { discardUndelivered, undelivered } from "@/lib/undelivered";
import { ATTEMPT, REPLY, RUNNING, test } from "./fixtures";
import { TakeSession } from "./take-session";

const json = (status: number, body: object) =>
  new Response(JSON.stringify(status < 400 ? body : { request_id: "r", ...body }), { status });
const SAVED = {
  acked: [{ question_id: "b", seq: 4 }],
  acked_seq: 4,
  server_time: ATTEMPT.server_time,
  deadline: ATTEMPT.deadline,
  late: false,
  submitted: false,
};

type Route = (init: RequestInit | undefined) => Response | Promise<Response>;
/** Replies by the last part of the path; without one the server cannot be reached. */
let routes: Record<string, Route> = {};
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  // Before the deadline of the attempt.
  vi.setSystemTime(new Date("2026-11-20T14:00:00Z"));
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const name = path.replace("/api/", "").replace("/tok", "");
    asked.push(name);
    const route = routes[name];
    if (!route) throw new TypeError("network");
    return route(init);
  });
});

let sessions: TakeSession[] = [];
afterEach(async () => {
  for (const session of sessions) void session.close();
  await vi.advanceTimersByTimeAsync(10_000);
  sessions = [];
  routes = {};
  asked = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function open() {
  const session = new TakeSession("tok");
  sessions.push(session);
  session.open();
  await vi.advanceTimersByTimeAsync(100);
  return { session, state: session.store.getState };
}

/** Waits for a condition that depends on a module or a stream, which no fake timer moves. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

async function start(attempt = ATTEMPT) {
  routes = { "take-test": () => json(200, test()), "start-test": () => json(200, attempt) };
  const opened = await open();
  await opened.session.start();
  opened.session.begin("without");
  routes["take-test"] = () => json(200, RUNNING);
  return opened;
}

describe("a session", () => {
  it("stays unreachable until the network is back", async () => {
    const { state } = await open();
    expect(state().phase.name).toBe("unreachable");
    routes["take-test"] = () => json(200, test());
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(10);
    expect(state().phase.name).toBe("intro");
    expect(state().durable).toBe(false);
  });

  it("reports why it could not start, and starts with the same key later", async () => {
    const keys: (string | null)[] = [];
    const keyOf = (init?: RequestInit) => keys.push(new Headers(init?.headers).get("X-Attempt-Key"));
    routes = {
      "take-test": () => json(200, test()),
      "start-test": (init) => {
        keyOf(init);
        return json(409, { detail: "Elsewhere.", code: "attempt_elsewhere" });
      },
    };
    const { session, state } = await open();
    await expect(session.start()).rejects.toMatchObject({ status: 409, detail: "Elsewhere." });
    expect(state().phase.name).toBe("intro");
    routes["start-test"] = (init) => {
      keyOf(init);
      return json(200, ATTEMPT);
    };
    await session.start();
    expect(state().answers).toEqual({ a: "old" });
    expect(keys[0]).toBe(session.attemptKey);
    expect(keys[1]).toBe(keys[0]);
  });

  it("shows each key press at once, and saves it after a pause", async () => {
    const { session, state } = await start();
    session.edit("b", "text");
    expect(state()).toMatchObject({ answers: { b: "text" }, unsent: 1, save: { kind: "saving" } });
    routes["take-test/answers"] = () => json(200, SAVED);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked).toContain("take-test/answers");
    expect(session.entries().map(({ answer }) => answer)).toEqual(["old", "text"]);
    session.edit("b", "x".repeat(70_000));
    expect(state()).toMatchObject({ answers: { b: "text" }, overLimit: { b: true } });
  });

  it("submits, and shows the result", async () => {
    const { session, state } = await start();
    routes["submit-test"] = () => json(200, REPLY);
    session.submit("asked");
    expect(state().phase.name).toBe("submitting");
    await vi.advanceTimersByTimeAsync(2_500);
    expect(state().phase).toEqual({ name: "done", reply: REPLY, reason: "asked", missing: [] });
  });

  it.each(["a save", "the stream", "a reload"])(
    "ends when the test was withdrawn, noticed by %s",
    async (by) => {
      const { session, state } = await start();
      session.edit("b", "text");
      const gone = () => json(404, { detail: "This link is not known.", code: "unknown_link" });
      if (by === "the stream") {
        const event = 'event: closed\ndata: {"code": "unknown_link"}\n\n';
        routes["take-test/events"] = () =>
          new Response(event, { headers: { "Content-Type": "text/event-stream" } });
        await vi.advanceTimersByTimeAsync(40_000);
        await eventually(() => expect(state().phase.name).toBe("withdrawn"));
      } else {
        routes["take-test"] = gone;
        routes["take-test/answers"] = gone;
        if (by === "a reload") document.dispatchEvent(new Event("visibilitychange"));
        await vi.advanceTimersByTimeAsync(3_000);
      }
      expect(state()).toMatchObject({ phase: { name: "withdrawn" }, answers: { a: "old", b: "text" } });
      // Nothing is tried again.
      asked = [];
      window.dispatchEvent(new Event("online"));
      await vi.advanceTimersByTimeAsync(200_000);
      expect(asked).toEqual([]);
    },
  );

  it("goes on as after a start whose reply was lost", async () => {
    routes = { "take-test": () => json(200, test()) };
    const { session, state } = await open();
    routes["take-test"] = () => json(200, RUNNING);
    await session.start();
    expect(state()).toMatchObject({ phase: { name: "intro" }, deadline: ATTEMPT.deadline });
    expect(state().questions).toHaveLength(3);
    session.begin("without");
    expect(state()).toMatchObject({ phase: { name: "running" }, answers: { a: "old" } });
  });

  it("shows that its clock runs where the word on a lost start comes late", async () => {
    routes = { "take-test": () => json(200, test()) };
    const { session, state } = await open();
    routes["take-test"] = async () => {
      await new Promise((done) => setTimeout(done, 10_000));
      return json(200, RUNNING);
    };
    const refused = expect(session.start()).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(6_000);
    await refused;
    expect(state().questions).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(state()).toMatchObject({ phase: { name: "intro" }, deadline: ATTEMPT.deadline });
  });

  it.each(["whose reply was lost", "that the server refuses in a pause"])(
    "shows at once where the clock stands after a break %s",
    async (kind) => {
      const { session, state } = await start();
      const pause = { paused_since: "2026-11-20T14:00:01Z", break_until: "2026-11-20T14:10:01Z" };
      routes["take-test"] = () => json(200, test({ in_progress: true, attempt: { ...ATTEMPT, ...pause } }));
      if (kind !== "whose reply was lost")
        routes["take-test/break"] = () => json(409, { detail: "Paused.", code: "in_pause" });
      await expect(session.takeBreak(true)).rejects.toThrow();
      await vi.advanceTimersByTimeAsync(100);
      expect(state()).toMatchObject({ pausedSince: pause.paused_since, breakUntil: pause.break_until });
    },
  );

  it("stays in a pause that began before the reply to the end of a break came", async () => {
    const { session, state } = await start();
    const paused_since = "2026-11-20T14:00:05Z";
    const event = `event: pause\ndata: ${JSON.stringify({ paused_since, break_until: null })}\n\n`;
    routes["take-test/events"] = () =>
      new Response(event, { headers: { "Content-Type": "text/event-stream" } });
    await vi.advanceTimersByTimeAsync(40_000);
    await eventually(() => expect(state().pausedSince).toBe(paused_since));
    const { deadline, entered } = ATTEMPT;
    const reply = { server_time: "2026-11-20T14:00:04Z", deadline, entered, breaks: { count: 0 } };
    routes["take-test/break"] = () => json(200, reply);
    await session.takeBreak(false);
    expect(state().pausedSince).toBe(paused_since);
  });

  it("shows at once that another browser has taken over", async () => {
    const { state } = await start();
    const event = 'event: closed\ndata: {"code": "attempt_elsewhere"}\n\n';
    routes["take-test/events"] = () =>
      new Response(event, { headers: { "Content-Type": "text/event-stream" } });
    await vi.advanceTimersByTimeAsync(40_000);
    await eventually(() => expect(state().save.kind).toBe("aside"));
    expect(state()).toMatchObject({ phase: { name: "running" }, live: false });
  });

  it("leaves for the next page what was typed after a submit that was taken back too late", async () => {
    const { session, state } = await start();
    session.submit("asked");
    await vi.advanceTimersByTimeAsync(100);
    expect(state().phase).toMatchObject({ name: "submitting", problem: {} });
    let arrive = () => {};
    routes["submit-test"] = () =>
      new Promise((done) => {
        arrive = () => done(json(200, REPLY));
      });
    await vi.advanceTimersByTimeAsync(5_000);
    session.cancelSubmit();
    session.edit("b", "typed since");
    arrive();
    await vi.advanceTimersByTimeAsync(500);
    expect(state().phase).toMatchObject({ name: "done", missing: ["b"] });
    const texts = undelivered().flatMap((left) => left.texts);
    expect(texts).toMatchObject([{ question_id: "b", number: 2, answer: "typed since" }]);
    discardUndelivered("tok");
  });

  it("sends no submit that was taken back before it was on its way", async () => {
    const { session, state } = await start();
    session.onSignals(
      () => undefined,
      () => new Promise(() => undefined),
    );
    session.submit("asked");
    await vi.advanceTimersByTimeAsync(1_000);
    session.cancelSubmit();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state().phase.name).toBe("running");
    expect(asked).not.toContain("submit-test");
  });

  it("submits when the time is up", async () => {
    const { session, state } = await start({ ...ATTEMPT, deadline: "2026-11-20T14:00:10Z" });
    routes["submit-test"] = () => json(200, REPLY);
    expect(session.secondsLeft()).toBe(10);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(state().phase.name).toBe("running");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(state().phase).toMatchObject({ name: "done", reason: "time" });
  });

  it("continues when time was given that it did not know of", async () => {
    const { session, state } = await start({ ...ATTEMPT, deadline: "2026-11-20T14:00:10Z" });
    const sent: string[] = [];
    const deadline = "2026-11-20T14:05:00Z";
    routes["submit-test"] = (init) => {
      sent.push(String(init?.body));
      return json(409, { code: "not_over", detail: "You have been given more time.", deadline });
    };
    await vi.advanceTimersByTimeAsync(13_000);
    expect(sent.map((body) => JSON.parse(body).at_deadline)).toEqual([true]);
    expect(state()).toMatchObject({ phase: { name: "running" }, deadline });
    routes["submit-test"] = () => json(200, REPLY);
    session.submit("asked");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(state().phase).toMatchObject({ name: "done", reason: "asked" });
  });

  it("tries again if its clock is ahead of the server's", async () => {
    const deadline = "2026-11-20T14:00:10Z";
    const { state } = await start({ ...ATTEMPT, deadline });
    routes["submit-test"] = () => json(409, { code: "not_over", detail: "Some time is left.", deadline });
    await vi.advanceTimersByTimeAsync(13_000);
    expect(state().phase).toMatchObject({ name: "submitting", reason: "time", stuck: false });
    routes["submit-test"] = () => json(200, REPLY);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state().phase.name).toBe("done");
  });

  it("sends what is unsent when it is closed, and ignores what arrives later", async () => {
    const { session, state } = await start();
    session.edit("b", "text");
    const before = state();
    const closed = session.close();
    await vi.advanceTimersByTimeAsync(500);
    await closed;
    expect(asked).toContain("take-test/answers");
    session.goTo(2);
    expect(state()).toBe(before);
  });
});
