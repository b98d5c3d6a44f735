// Does the duration of a failed sign-in reveal whether an account exists? `node benches/sign-in.mjs BINARY [PAIRS]`
//
// Alternates known and unknown accounts, each guess from its own IP address, so that no rate limit applies. Exits with
// 1 if the ratio of the medians is outside 0.9 to 1.1; first checks that it could detect a difference.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, ratio, ready, show } from "./support.mjs";

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

const url = await ready(server);

const post = (path, body) => call(`${url}/api${path}`, "POST", body);

async function guess(email, password = "a wrong horse") {
  const { status, ms } = await post("/auth/login", { email, password });
  if (status !== 401) throw new Error(`${email}: ${status}`);
  return ms;
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
