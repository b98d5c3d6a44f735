// A whole test behind something that replies instead of the server, in every way that was seen: nothing is lost, nothing
// untrue is shown, and everything else goes on.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { undelivered } from "@/lib/undelivered";
import { ATTEMPT, REPLY, RUNNING, test } from "./fixtures";
import { TakeSession } from "./take-session";

const HTML = { "Content-Type": "text/html" };
const JSON_TYPE = { "Content-Type": "application/json" };
const page =
  (status: number, headers = {}) =>
  () =>
    new Response("<html>Blocked</html>", { status, headers: { ...HTML, ...headers } });
const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: JSON_TYPE });

/** What an intermediary does with a call; `pass` sends it to the server. */
type Kind = (pass: () => Response) => Response | Promise<Response>;
const KINDS: Record<string, Kind> = {
  "200 with a page": page(200),
  "200 with foreign JSON": json(200, { status: "please sign in" }),
  "200 with an empty object": json(200, {}),
  "204": () => new Response(null, { status: 204 }),
  "a redirect": () => Response.redirect("http://portal.example.net/"),
  "400 with a page": page(400),
  "401 with a page": page(401),
  "403 with a page": page(403),
  "403 with foreign JSON": json(403, { error: "policy" }),
  "404 with a page": page(404),
  "404 with an envelope without an id": json(404, { code: "unknown_link", detail: "Not known." }),
  "407": page(407),
  "409 with a page": page(409),
  "410 with an envelope without an id": json(410, { code: "finished", detail: "Finished.", request_id: "" }),
  "413 with a page": page(413),
  "422 with a page": page(422),
  "429 that asks to wait": page(429, { "Retry-After": "2" }),
  "451": page(451),
  "502 with a page": page(502),
  "503 that asks to wait": page(503, { "Retry-After": "1" }),
  "504 with an empty body": () => new Response("", { status: 504 }),
  "a reset": () => Promise.reject(new TypeError("reset")),
  "a cut reply": () => new Response('{"acked": [{"questi', { status: 200, headers: JSON_TYPE }),
  "a reset after the server took it": (pass) => {
    pass();
    return Promise.reject(new TypeError("reset"));
  },
  "the reply to an earlier call": json(200, {
    acked: [{ question_id: "a", seq: 3 }],
    acked_seq: 3,
    server_time: "2026-11-20T13:00:00Z",
    deadline: ATTEMPT.deadline,
    late: false,
    submitted: false,
  }),
};

interface Sent {
  question_id: string;
  answer: string;
  seq: number;
}

/** The server: it keeps what it acknowledges. */
class FakeServer {
  answers = new Map<string, Sent>();
  late = new Map<string, Sent>();
  ended = false;
  missing: string[] = [];

  reply(path: string, text: string): Response {
    if (path.startsWith("start-test")) return json(200, ATTEMPT)();
    if (!path.includes("answers") && !path.startsWith("submit-test")) {
      return path === "take-test" ? json(200, this.started ? RUNNING : test())() : json(200, [])();
    }
    const { answers, missing = [] } = JSON.parse(text) as { answers: Sent[]; missing?: string[] };
    for (const entry of answers) (this.ended ? this.late : this.answers).set(entry.question_id, entry);
    if (path.startsWith("submit-test")) {
      this.ended = true;
      this.missing = missing;
      return json(200, REPLY)();
    }
    return json(200, {
      acked: answers.map(({ question_id, seq }) => ({ question_id, seq })),
      acked_seq: 0,
      server_time: new Date().toISOString(),
      deadline: ATTEMPT.deadline,
      late: this.ended,
      submitted: this.ended,
    })();
  }

  started = false;
}

const POISON = "1 UNION SELECT";
/** Which calls it concerns: `text` only what has the text in it as it is typed, `encoded` also as base64. */
const WHEN = ["text", "encoded", "sometimes", "at first"] as const;

let server = new FakeServer();
let kind: Kind = page(403);
let when: (typeof WHEN)[number] = "text";
let calls = 0;

const decoded = (init: RequestInit | undefined) => {
  const text = typeof init?.body === "string" ? init.body : "{}";
  return new Headers(init?.headers).has("X-Encoded") ? Buffer.from(text, "base64").toString() : text;
};

function isStopped(init: RequestInit | undefined): boolean {
  calls++;
  if (when === "sometimes") return calls % 2 === 0;
  if (when === "at first") return calls < 12;
  return (when === "text" ? String(init?.body) : decoded(init)).includes(POISON);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2026-11-20T14:00:00Z"));
  const localStorage: Record<string, unknown> = Object.create({
    getItem: (key: string) => localStorage[key] ?? null,
    setItem: (key: string, value: string) => {
      localStorage[key] = value;
    },
    removeItem: (key: string) => delete localStorage[key],
  });
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage, sessionStorage: localStorage }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  server = new FakeServer();
  calls = 0;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const name = path.replace("/api/", "").replace("/tok", "");
    if (name.endsWith("/events")) throw new TypeError("no stream");
    const pass = () => server.reply(name, decoded(init));
    return server.started && isStopped(init) ? kind(pass) : pass();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Takes the test to its end, and checks at each step what is shown. */
async function walk() {
  const session = new TakeSession("tok");
  session.open();
  await vi.advanceTimersByTimeAsync(100);
  await session.start();
  session.begin("without");
  server.started = true;
  const state = session.store.getState;
  const { question_ids, texts } = { question_ids: ["a", "b", "c"], texts: ["one", POISON, "three"] };
  const unsaved = () => question_ids.filter((id, n) => server.answers.get(id)?.answer !== texts[n]);
  const looks = () => {
    expect(["running", "submitting", "done"]).toContain(state().phase.name);
    if (state().save.kind === "saved") expect(unsaved()).toEqual([]);
  };
  for (const [n, id] of question_ids.entries()) {
    session.edit(id, texts[n] ?? "");
    for (let second = 0; second < 40; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      if (n === 2) looks();
    }
  }
  const others = unsaved().filter((id) => id !== "b");
  const { save } = state();
  window.dispatchEvent(new Event("online"));
  session.submit("asked");
  for (let second = 0; second < 240 && state().phase.name !== "done"; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    looks();
  }
  const end = { phase: state().phase, others, unsaved: unsaved(), save, left: undelivered() };
  void session.close();
  await vi.advanceTimersByTimeAsync(10_000);
  return end;
}

describe("an intermediary that stops one text as it is typed", () => {
  it.each(Object.keys(KINDS))("%s: it arrives in the other form", async (name) => {
    [kind, when] = [KINDS[name] ?? page(403), "text"];
    const end = await walk();
    expect(end).toMatchObject({ phase: { name: "done", missing: [] }, unsaved: [], left: [] });
    expect(server.missing).toEqual([]);
  });
});

describe("an intermediary that stops one text in every form", () => {
  it.each(Object.keys(KINDS))("%s: the others are saved, the submit goes, and it is named", async (name) => {
    [kind, when] = [KINDS[name] ?? page(403), "encoded"];
    const end = await walk();
    expect(end).toMatchObject({ phase: { name: "done" }, others: [] });
    // Where the server had taken it before the reset, the page cannot know.
    const arrived = name === "a reset after the server took it";
    expect(end.unsaved).toEqual(arrived ? [] : ["b"]);
    expect(server.missing).toEqual(["b"]);
    expect(end.phase).toMatchObject({ missing: ["b"] });
    expect(end.left).toMatchObject([
      { token: "tok", texts: [{ question_id: "b", number: 2, answer: POISON }] },
    ]);
    expect(end.save.kind).not.toBe("saved");
  });
});

describe.each(["sometimes", "at first"] as const)("an intermediary, %s", (time) => {
  it.each(Object.keys(KINDS))("%s: everything arrives", async (name) => {
    [kind, when] = [KINDS[name] ?? page(403), time];
    const end = await walk();
    expect(end).toMatchObject({ phase: { name: "done" }, unsaved: [], left: [] });
  });
});
