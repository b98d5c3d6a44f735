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
import { ADMIN, caller, exam, ready, saves, share, within, words } from "./support.mjs";

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

let failed = false;
let server;
try {
  await new Promise((listens) => receiver.listen(0, "127.0.0.1", listens));
  const to = `http://127.0.0.1:${receiver.address().port}/`;
  const admin = ["admin", "create", "--email", ADMIN.email, "--name", "Ada", "--password-stdin", ...data];
  execFileSync(binary, admin, { input: `${ADMIN.password}\n`, stdio: ["pipe", "pipe", "inherit"] });
  const proxy = ["--trusted-proxy", "127.0.0.0/8", "--log-level", "error", "--media-listen", "off"];
  const own = ["--listen", "127.0.0.1:0", "--webhook-network", "127.0.0.0/8"];
  server = spawn(binary, ["serve", ...data, ...own, ...proxy], { stdio: ["ignore", "pipe", "inherit"] });
  const done = caller(await ready(server));
  const { bearer, test, candidate } = await exam(done);
  for (let n = 0; n < Number(hooks); n++) {
    await done("POST", "/webhooks", { name: `Hook ${n}`, url: `${to}${n}`, events: ["invite.sent"] }, bearer);
  }

  await saves(done, candidate, within(2000));
  const alone = await saves(done, candidate, within(Number(seconds) * 1000));

  const expected = Number(hooks) * Number(people);
  const applicants = Array.from({ length: Number(people) }, (_, n) => ({ email: `p${n}@example.org`, name: `Person ${n}` }));
  const many = { test_id: test.id, no_schedule: true, applicants };
  await done("POST", "/invites/bulk", many, bearer);
  const slow = within(LONGEST_MS);
  const beside = await saves(done, candidate, () => seen.size < expected && slow());
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
