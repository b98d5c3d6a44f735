// Does the duration of a failed sign-in reveal whether an account exists? `node benches/sign-in.mjs BINARY [PAIRS]`
//
// Alternates known and unknown accounts, each guess from its own IP address, so that no rate limit applies. Exits with
// 1 if the ratio of the medians is outside 0.9 to 1.1; first checks that it could detect a difference.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [binary, pairs = "300"] = process.argv.slice(2);
if (!binary) {
  console.error("usage: node benches/sign-in.mjs BINARY [PAIRS]");
  process.exit(2);
}

/** Guesses on one account without delay. */
const FREE = 4;
const LOWEST = 0.9;
const HIGHEST = 1.1;
const data = mkdtempSync(join(tmpdir(), "invigil-sign-in-"));
const proxy = ["--trusted-proxy", "127.0.0.0/8", "--log-level", "error", "--media-listen", "127.0.0.1:0"];
const server = spawn(binary, ["serve", "--data", data, "--listen", "127.0.0.1:0", ...proxy], {
  stdio: ["ignore", "pipe", "inherit"],
});

const url = await new Promise((resolve, reject) => {
  server.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  createInterface({ input: server.stdout }).on("line", (line) => {
    const ready = /ready on (\S+)/.exec(line);
    if (ready) resolve(ready[1]);
  });
});

let guests = 0;

async function post(path, body) {
  guests += 1;
  const from = `10.${guests >> 16}.${(guests >> 8) & 255}.${guests & 255}`;
  const began = process.hrtime.bigint();
  const reply = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(body),
  });
  await reply.text();
  return { status: reply.status, ms: Number(process.hrtime.bigint() - began) / 1e6 };
}

async function guess(email, password = "a wrong horse") {
  const { status, ms } = await post("/auth/login", { email, password });
  if (status !== 401) throw new Error(`${email}: ${status}`);
  return ms;
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/** The ratio of the medians of `one` and `other`, measured alternately. */
async function ratio(count, one, other) {
  const times = [[], []];
  for (let n = 0; n < count; n++) {
    // The order alternates too.
    for (const which of n % 2 ? [0, 1] : [1, 0]) times[which].push(await (which ? other : one)(n));
  }
  return { one: median(times[0]), other: median(times[1]), ratio: median(times[0]) / median(times[1]) };
}

function show(name, { one, other, ratio: share }) {
  console.log(`${name}: ${one.toFixed(2)} ms against ${other.toFixed(2)} ms, ratio ${share.toFixed(3)}`);
}

let failed = false;
try {
  const count = Number(pairs);
  const accounts = Math.ceil(count / FREE);
  for (let n = 0; n < accounts; n++) {
    const { status } = await post("/auth/register", { email: `c${n}@example.org`, password: "correct horse", full_name: "C" });
    if (status !== 201) throw new Error(`cannot create an account: ${status}`);
  }
  // Control: a password that is too long is rejected without hashing, for known and unknown accounts.
  const control = await ratio(20, () => guess("nobody@example.org", "x".repeat(200)), (n) => guess(`u${n}@example.org`));
  show("without a hash, with one", control);
  const result = await ratio(count, (n) => guess(`c${n % accounts}@example.org`), (n) => guess(`n${n}@example.org`));
  show(`known, unknown (${count} each)`, result);
  failed = control.ratio >= LOWEST || result.ratio < LOWEST || result.ratio > HIGHEST;
} finally {
  server.removeAllListeners("exit");
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
