// A hall with four proctors: a common start, announcements, questions, pauses and check-ins beside the saves of an exam.
// `node benches/exam-day.mjs BINARY [PEOPLE] [SECONDS]`; 400 people and 20 s by default.
//
// Exits with 1 if the pages begin more than a second apart by the server's clock, if an announcement needs more than a
// second to all pages, if a question has another number of answers than one, or if the p99 of saves beside all of that is
// more than 1.5 times that of saves alone, in the same run. That p99 is the server's own (`/metrics`): 400 pages that hear
// an announcement, on the same processors, take longer to read than the server to save. The times of the calls, and how
// late this bench itself was, stand beside it.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ADMIN, call, caller, ready, served, servedShare, within, words } from "./support.mjs";

const [binary, people = "400", seconds = "20"] = process.argv.slice(2);
if (!binary) {
  console.error("usage: node benches/exam-day.mjs BINARY [PEOPLE] [SECONDS]");
  process.exit(2);
}

const LONGEST_MS = 1_000;
const HIGHEST = 1.5;
const SAVE_EVERY_MS = 2_000;
const AHEAD_MS = 5_000;
const EARLY_MS = 100;
const SAVES = "/api/take-test/{token}/answers";
const PROCTORS = ["Ada", "Bea", "Cem", "Dan"];
const LENGTH_MS = Number(seconds) * 1_000;
const folder = mkdtempSync(join(tmpdir(), "invigil-exam-day-"));
const data = ["--data", join(folder, "data")];
const emailOf = (name) => (name === "Ada" ? ADMIN.email : `${name.toLowerCase()}@example.org`);

let failed = false;
const judge = (what, value, limit, unit) => {
  const isMet = value <= limit;
  failed ||= !isMet;
  console.log(`${what}: ${value.toFixed(unit === "ms" ? 0 : 2)} ${unit}, at most ${limit}${isMet ? "" : ": NOT MET"}`);
};

/** Reads a stream of events until the server or `close` ends it. */
async function listen(url, headers, onEvent) {
  const stop = new AbortController();
  const reply = await fetch(url, { headers, signal: stop.signal });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  const read = async () => {
    let text = "";
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop();
      for (const block of blocks) {
        const [, name] = /^event: ?(.*)$/m.exec(block) ?? [];
        if (name) onEvent(name, JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? "null"));
      }
    }
  };
  read().catch(() => {});
  return () => stop.abort();
}

let server;
let savers;
try {
  for (const name of PROCTORS) {
    const made = ["admin", "create", "--email", emailOf(name), "--name", name, "--password-stdin", ...data];
    execFileSync(binary, made, { input: `${ADMIN.password}\n`, stdio: ["pipe", "pipe", "inherit"] });
  }
  const own = ["--listen", "127.0.0.1:0", "--trusted-proxy", "127.0.0.0/8", "--log-level", "error", "--media-listen", "off"];
  server = spawn(binary, ["serve", ...data, ...own], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await ready(server);
  const done = caller(url);
  const proctors = [];
  for (const name of PROCTORS) {
    const { body } = await done("POST", "/auth/login", { email: emailOf(name), password: ADMIN.password });
    proctors.push({ authorization: `Bearer ${body.access_token}` });
  }
  const [ada] = proctors;
  const question = { id: "essay", type: "essay", question: "How does one leave?", points: 1 };
  const form = { title: "T", description: "D", duration_minutes: 60, questions: [question] };
  const { body: test } = await done("POST", "/tests", form, ada);
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const { body: session } = await done("POST", "/sessions", { title: "Hall", starts_at, start: "together" }, ada);
  const of = (rest) => `/sessions/${session.id}/${rest}`;

  const pages = [];
  for (let n = 0; n < Number(people); n++) {
    const who = { applicant_email: `p${n}@example.org`, applicant_name: `Person ${n}` };
    const { body } = await done("POST", "/invites", { test_id: test.id, no_schedule: true, session_id: session.id, ...who }, ada);
    const holder = { "x-attempt-key": Buffer.alloc(32, `${n} `).toString("base64url"), "x-forwarded-for": `10.9.${n >> 8}.${n & 255}` };
    pages.push({ ...body, holder, heard: new Map() });
  }

  // All wait, hear of the moment, and begin by the server's clock, which is that of this machine.
  const { body: waiting } = await done("GET", `/sessions/${session.id}`, undefined, ada);
  const begin = async (page, begins_at) => {
    await sleep(Math.max(0, Date.parse(begins_at) - Date.now()));
    for (;;) {
      const reply = await call(`${url}/api/start-test/${page.token}`, "POST", {}, page.holder);
      if (reply.status === 200) return Date.parse(JSON.parse(reply.text).started_at) - Date.parse(begins_at);
      if (reply.status !== 409) throw new Error(`start: ${reply.status} ${reply.text}`);
      await sleep(EARLY_MS);
    }
  };
  const begun = pages.map(
    (page) =>
      new Promise((resolve, reject) => {
        const hear = (name, { begins_at } = {}) => name === "start" && begins_at && begin(page, begins_at).then(resolve, reject);
        listen(`${url}/api/take-test/${page.token}/session/events`, page.holder, hear).then((close) => {
          page.close = close;
        }, reject);
      }),
  );
  while (pages.some(({ close }) => !close)) await sleep(20);
  await done("POST", of("start"), { at: new Date(Date.now() + AHEAD_MS).toISOString(), version: waiting.version }, ada);
  const late = await Promise.all(begun);
  for (const { close } of pages) close();
  judge(`${people} pages begin apart`, Math.max(...late) - Math.min(...late), LONGEST_MS, "ms");

  for (const page of pages) {
    const hear = (name, body) => name === "announcement" && page.heard.set(body.text, performance.now());
    page.close = await listen(`${url}/api/take-test/${page.token}/events`, page.holder, hear);
  }

  const all = pages.map(({ token, holder }) => ({ token, holder, seq: 0 }));
  savers = new Worker(new URL("savers.mjs", import.meta.url), { workerData: { url, pages: all, every_ms: SAVE_EVERY_MS } });
  /** Everyone saves every two seconds: the times of the calls, and the p99 of the server. */
  const exam = async (length_ms) => {
    const before = await served(url, SAVES);
    const late = monitorEventLoopDelay();
    late.enable();
    savers.postMessage(length_ms);
    const [times] = await once(savers, "message");
    late.disable();
    return { times, p99: servedShare(before, await served(url, SAVES), 0.99), late_ms: late.percentile(99) / 1e6 };
  };
  const refused = async (proctor, route, body) => {
    const reply = await call(`${url}/api${route}`, "POST", body, proctor);
    if (reply.status >= 300 && reply.status !== 409) throw new Error(`${route}: ${reply.status} ${reply.text}`);
    return reply.status === 409;
  };

  await exam(SAVE_EVERY_MS * 2);
  const alone = await exam(LENGTH_MS);
  const goes = within(LENGTH_MS);
  const said = new Map();
  const speak = async () => {
    while (goes()) {
      const text = `Announcement ${said.size}`;
      said.set(text, performance.now());
      await done("POST", of("announce"), { text }, ada);
      await sleep(1_000);
    }
  };
  const asking = pages.slice(0, Math.min(100, pages.length));
  const ask = async (page, n) => {
    await sleep((n * LENGTH_MS) / asking.length / 2);
    await done("POST", `/take-test/${page.token}/questions`, { text: `Question ${n}?`, client_id: `c${n}` }, page.holder);
  };
  let answers = 0;
  const reply = async (proctor) => {
    for (let left = true; left || goes(); ) {
      const { body: queue } = await done("GET", of("questions"), undefined, proctor);
      const waits = queue.filter(({ answer }) => !answer);
      left = waits.length > 0;
      const [first] = waits;
      if (first && !(await refused(proctor, `/questions-asked/${first.id}/claim`, { withdraw: false }))) {
        if (!(await refused(proctor, `/questions-asked/${first.id}/answer`, { text: "Yes." }))) answers += 1;
      }
      await sleep(100);
    }
  };
  const look = async (proctor) => {
    for (let n = 0; goes(); n++) {
      const invite_ids = pages.slice((n * 5) % pages.length).slice(0, 5).map(({ id }) => id);
      await done("POST", of("pause"), { invite_ids }, proctor);
      await done("POST", of("check-in"), { invite_id: invite_ids[0] }, proctor);
      await done("GET", of("people"), undefined, proctor);
      await done("POST", of("resume"), { invite_ids }, proctor);
      await sleep(500);
    }
  };
  const [beside] = await Promise.all([exam(LENGTH_MS), speak(), look(proctors[1]), ...asking.map(ask), ...proctors.map(reply)]);
  await sleep(LONGEST_MS);

  const delays = [...said].map(([text, at]) => Math.max(...pages.map(({ heard }) => (heard.get(text) ?? Number.POSITIVE_INFINITY) - at)));
  judge(`${said.size} announcements to all pages, the slowest`, Math.max(...delays), LONGEST_MS, "ms");
  const counts = [];
  for (const page of asking) {
    const { body } = await done("GET", `/take-test/${page.token}/messages`, undefined, page.holder);
    counts.push(body.filter(({ kind }) => kind === "answer").length);
  }
  const odd = counts.filter((count) => count !== 1).length;
  judge(`questions of ${asking.length} with another number of answers than one (${answers} given)`, odd, 0, "questions");
  const shown = ({ times, p99, late_ms }) => `${words(times)}; server: p99 ${p99.toFixed(1)} ms; bench late: p99 ${late_ms.toFixed(0)} ms`;
  console.log(`saves alone: ${shown(alone)}`);
  console.log(`saves beside four proctors: ${shown(beside)}`);
  judge("p99 of saves beside, to alone, in the server", beside.p99 / alone.p99, HIGHEST, "times");
  for (const { close } of pages) close();
} finally {
  await savers?.terminate();
  server?.removeAllListeners("exit");
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
