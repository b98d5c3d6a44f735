// Shared by the benches of whole servers: the wait for a start, calls of different guests, and figures of times.

import { createInterface } from "node:readline";

/** The address of a server whose standard output is piped, once it says that it is ready. */
export function ready(server) {
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
    createInterface({ input: server.stdout }).on("line", (line) => {
      const found = /ready on (\S+)/.exec(line);
      if (found) resolve(found[1]);
    });
  });
}

let guests = 0;

/** A call from an IP address of its own, so that no rate limit applies; the server must trust this proxy. */
export async function call(url, method, body, more = {}) {
  guests += 1;
  const from = `10.${guests >> 16}.${(guests >> 8) & 255}.${guests & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": from, ...more };
  const began = process.hrtime.bigint();
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const text = await reply.text();
  return { status: reply.status, text, ms: Number(process.hrtime.bigint() - began) / 1e6 };
}

/** The time below which this share of the times is. */
export const share = (times, of) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * of))];

export const median = (times) => share(times, 0.5);

/** The ratio of the medians of `one` and `other`, measured alternately. */
export async function ratio(count, one, other) {
  const times = [[], []];
  for (let n = 0; n < count; n++) {
    // The order alternates too.
    for (const which of n % 2 ? [0, 1] : [1, 0]) times[which].push(await (which ? other : one)(n));
  }
  return { one: median(times[0]), other: median(times[1]), ratio: median(times[0]) / median(times[1]) };
}

export function show(name, { one, other, ratio: found }) {
  console.log(`${name}: ${one.toFixed(2)} ms against ${other.toFixed(2)} ms, ratio ${found.toFixed(3)}`);
}

/** The guest's own calls: one that is refused ends the bench. */
export const caller = (url) => async (method, route, body, headers) => {
  const reply = await call(`${url}/api${route}`, method, body, headers);
  if (reply.status >= 300) throw new Error(`${method} ${route}: ${reply.status} ${reply.text}`);
  return { ms: reply.ms, body: JSON.parse(reply.text) };
};

export const ADMIN = { email: "ada@example.org", password: "correct horse battery" };

/** Signs the administrator in, and lets one candidate begin a test of one essay. */
export async function exam(done) {
  const { body: ada } = await done("POST", "/auth/login", ADMIN);
  const bearer = { authorization: `Bearer ${ada.access_token}` };
  const question = { id: "essay", type: "essay", question: "How does one leave?", points: 1 };
  const { body: test } = await done("POST", "/tests", { title: "T", description: "D", duration_minutes: 60, questions: [question] }, bearer);
  const invited = { test_id: test.id, applicant_email: "cara@example.org", applicant_name: "Cara", no_schedule: true };
  const { body: invite } = await done("POST", "/invites", invited, bearer);
  const holder = { "x-attempt-key": "A".repeat(43) };
  await done("POST", `/start-test/${invite.token}`, {}, holder);
  return { bearer, test, candidate: { token: invite.token, holder, seq: 0 } };
}

/** Saves of one candidate, one after the other, while `goes` says so: their times. */
export async function saves(done, candidate, goes) {
  const times = [];
  while (goes()) {
    candidate.seq += 1;
    const answers = [{ question_id: "essay", answer: `By the stairs, ${candidate.seq}.`, seq: candidate.seq }];
    times.push((await done("PUT", `/take-test/${candidate.token}/answers`, { answers }, candidate.holder)).ms);
  }
  return times;
}

/** Until so many milliseconds have passed. */
export const within = (ms) => {
  const ends = performance.now() + ms;
  return () => performance.now() < ends;
};

export const words = (times) => `p50 ${share(times, 0.5).toFixed(1)} ms, p99 ${share(times, 0.99).toFixed(1)} ms, ${times.length} calls`;

/** How many requests of a route the server has answered within each of its bounds, in ms and ascending. */
export async function served(url, route) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const rows = text.split("\n").filter((line) => line.startsWith("invigil_http_request_duration_seconds_bucket") && line.includes(`route="${route}"`));
  const bounds = rows.map((line) => ({ bound: Number(/le="([^"]+)"/.exec(line)[1].replace("+Inf", "Infinity")) * 1_000, count: Number(line.split(" ").pop()) }));
  return bounds.sort((a, b) => a.bound - b.bound);
}

/** The time below which this share of the requests between two readings of `served` is, evenly spread within a bound. */
export function servedShare(before, after, of) {
  const rows = after.map(({ bound, count }, n) => ({ bound, count: count - (before[n]?.count ?? 0) }));
  const wanted = (rows.at(-1)?.count ?? 0) * of;
  const n = rows.findIndex(({ count }) => count >= wanted);
  const { bound: from, count: below } = rows[n - 1] ?? { bound: 0, count: 0 };
  const { bound, count } = rows[n];
  return Number.isFinite(bound) ? from + ((bound - from) * (wanted - below)) / Math.max(1, count - below) : from;
}
