// Deliveries of webhooks beside an exam: how many a minute, and what saves wait.
// `node benches/webhooks.mjs BINARY [SECONDS] [HOOKS] [PEOPLE]`; HOOKS x PEOPLE deliveries, 10 x 1,000 by default.
//
// Saves of one candidate are measured alone, and while all deliveries are under way to a receiver on this machine; both
// figures are of the same run. Exits with 1 if a delivery is missing or arrived twice, or if the ratio of p99 exceeds 1.5.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, ready, share } from "./support.mjs";

const [binary, seconds = "20", hooks = "10", people = "1000"] = process.argv.slice(2);
if (!binary) {
  console.error("usage: node benches/webhooks.mjs BINARY [SECONDS] [HOOKS] [PEOPLE]");
  process.exit(2);
}

const HIGHEST = 1.5;
const LONGEST_MS = 5 * 60_000;
const folder = mkdtempSync(join(tmpdir(), "invigil-webhooks-"));
const data = ["--data", join(folder, "data")];

const seen = new Map();
let [first, last] = [0, 0];
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    last = performance.now();
    first ||= last;
    const id = request.headers["webhook-id"];
    seen.set(id, (seen.get(id) ?? 0) + 1);
    response.writeHead(204).end();
  });
});

let url = "";
async function done(method, route, body, headers) {
  const reply = await call(`${url}/api${route}`, method, body, headers);
  if (reply.status >= 300) throw new Error(`${method} ${route}: ${reply.status} ${reply.text}`);
  return { ms: reply.ms, body: JSON.parse(reply.text) };
}

/** Saves of one candidate, one after the other, while `goes` says so. */
async function saves(candidate, goes) {
  const times = [];
  while (goes()) {
    candidate.seq += 1;
    const answers = [{ question_id: "essay", answer: `By the stairs, ${candidate.seq}.`, seq: candidate.seq }];
    times.push((await done("PUT", `/take-test/${candidate.token}/answers`, { answers }, candidate.holder)).ms);
  }
  return times;
}

const words = (times) => `p50 ${share(times, 0.5).toFixed(1)} ms, p99 ${share(times, 0.99).toFixed(1)} ms, ${times.length} calls`;

let failed = false;
let server;
try {
  await new Promise((listens) => receiver.listen(0, "127.0.0.1", listens));
  const to = `http://127.0.0.1:${receiver.address().port}/`;
  const admin = ["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin", ...data];
  execFileSync(binary, admin, { input: "correct horse battery\n", stdio: ["pipe", "pipe", "inherit"] });
  const proxy = ["--trusted-proxy", "127.0.0.0/8", "--log-level", "error", "--media-listen", "off"];
  const own = ["--listen", "127.0.0.1:0", "--webhook-network", "127.0.0.0/8"];
  server = spawn(binary, ["serve", ...data, ...own, ...proxy], { stdio: ["ignore", "pipe", "inherit"] });
  url = await ready(server);
  const { body: ada } = await done("POST", "/auth/login", { email: "ada@example.org", password: "correct horse battery" });
  const bearer = { authorization: `Bearer ${ada.access_token}` };
  const question = { id: "essay", type: "essay", question: "How does one leave?", points: 1 };
  const { body: test } = await done("POST", "/tests", { title: "T", description: "D", duration_minutes: 60, questions: [question] }, bearer);
  const invited = { test_id: test.id, applicant_email: "cara@example.org", applicant_name: "Cara", no_schedule: true };
  const { body: invite } = await done("POST", "/invites", invited, bearer);
  const holder = { "x-attempt-key": "A".repeat(43) };
  await done("POST", `/start-test/${invite.token}`, {}, holder);
  const candidate = { token: invite.token, holder, seq: 0 };
  for (let n = 0; n < Number(hooks); n++) {
    await done("POST", "/webhooks", { name: `Hook ${n}`, url: `${to}${n}`, events: ["invite.sent"] }, bearer);
  }

  const within = (ms) => {
    const ends = performance.now() + ms;
    return () => performance.now() < ends;
  };
  await saves(candidate, within(2000));
  const alone = await saves(candidate, within(Number(seconds) * 1000));

  const expected = Number(hooks) * Number(people);
  const applicants = Array.from({ length: Number(people) }, (_, n) => ({ email: `p${n}@example.org`, name: `Person ${n}` }));
  const many = { test_id: test.id, no_schedule: true, applicants };
  await done("POST", "/invites/bulk", many, bearer);
  const slow = within(LONGEST_MS);
  const beside = await saves(candidate, () => seen.size < expected && slow());
  await sleep(500);
  const twice = [...seen.values()].filter((times) => times > 1).length;
  const rate = Math.round((seen.size / (last - first)) * 60_000);
  const found = share(beside, 0.99) / share(alone, 0.99);
  console.log(`saves alone: ${words(alone)}`);
  console.log(`saves beside deliveries: ${words(beside)}; p99 ratio ${found.toFixed(2)}`);
  console.log(`deliveries: ${seen.size} of ${expected} arrived, ${twice} of them twice; ${rate} a minute`);
  failed = seen.size < expected || twice > 0 || found > HIGHEST;
} finally {
  server?.removeAllListeners("exit");
  server?.kill();
  receiver.close();
  receiver.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
