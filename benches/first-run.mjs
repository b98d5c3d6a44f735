// Time from the start of a server until a candidate's code has run: node benches/first-run.mjs BINARY
// With the languages that an earlier start has found out, and without.

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ready } from "./support.mjs";

const RUNS = 7;
const PAUSE_MS = 10;
const binary = process.argv[2];
const base = mkdtempSync(join(tmpdir(), "invigil-first-run-"));
const data = join(base, "data");
const cli = (args, input = "") => execFileSync(binary, [...args, "--data", data], { input, encoding: "utf8" });
// Of the runner, which is another user if this is root.
const folders = join(base, "folders");
mkdirSync(folders);
chmodSync(base, 0o711);
chmodSync(folders, 0o1777);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const paper = join(base, "test.json");
const question = { id: "q1", type: "coding", question: "Print 1.", expected_language: "Python" };
writeFileSync(paper, JSON.stringify({ title: "Code", questions: [question] }));
cli(["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin"], "correct horse\n");
cli(["test", "import", paper]);
const [test] = JSON.parse(cli(["test", "list", "--json"]));
const invited = ["invite", "create", "--test", test.id, "--email", "cora@example.org", "--name", "Cora", "--json"];
const token = JSON.parse(cli(invited)).invite_url.split("/").at(-1);
const headers = { "content-type": "application/json", "x-attempt-key": "A".repeat(43) };

const running = new Set();

async function start() {
  const began = performance.now();
  const options = ["serve", "--data", data, "--listen", "127.0.0.1:0", "--media-listen", "127.0.0.1:0"];
  const child = spawn(binary, options, {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, TMPDIR: folders },
  });
  running.add(child);
  const url = await ready(child);
  return { child, began, runs: `${url}/api/take-test/${token}/runs`, begins: `${url}/api/start-test/${token}` };
}

/** Asks until the code is taken, and then for its outcome. */
async function run({ runs, began }) {
  const body = JSON.stringify({ question_id: "q1", language: "Python", source: "print(1)", input: "" });
  let asked = await fetch(runs, { method: "POST", headers, body });
  while (asked.status === 503) {
    await asked.text();
    await sleep(PAUSE_MS);
    asked = await fetch(runs, { method: "POST", headers, body });
  }
  if (asked.status !== 202) throw new Error(`a run returns ${asked.status}: ${await asked.text()}`);
  const { run_id } = await asked.json();
  for (;;) {
    const found = await (await fetch(`${runs}/${run_id}`, { headers })).json();
    if (found.state === "done") break;
    await sleep(PAUSE_MS);
  }
  return performance.now() - began;
}

async function stop({ child }) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  running.delete(child);
}

/** What earlier starts have found out about languages. */
function surveys() {
  const below = readdirSync(folders, { recursive: true }).map((name) => join(folders, name));
  return below.filter((path) => path.endsWith("survey.json"));
}

async function measure(name, before) {
  const times = [];
  for (let n = 0; n < RUNS; n++) {
    before();
    const server = await start();
    times.push(await run(server));
    await stop(server);
  }
  times.sort((a, b) => a - b);
  const [median, longest] = [times[RUNS >> 1], times.at(-1)].map((ms) => `${ms.toFixed(0)} ms`);
  console.log(`| ${name} | ${median} | ${longest} |`);
}

try {
  const first = await start();
  const began = await fetch(first.begins, { method: "POST", headers, body: "{}" });
  if (!began.ok) throw new Error(`the start returns ${began.status}: ${await began.text()}`);
  await run(first);
  // Until all languages are known, so that they are kept.
  while ((await (await fetch(first.runs, { headers })).json()).starting) await sleep(PAUSE_MS);
  await stop(first);
  if (surveys().length === 0) throw new Error(`no survey.json below ${folders}`);
  console.log(`| ${RUNS} starts, until Python has run | median | longest |\n|---|---|---|`);
  await measure("languages known from an earlier start", () => {});
  await measure("nothing known", () => {
    for (const path of surveys()) rmSync(path);
  });
} finally {
  for (const child of running) child.kill("SIGKILL");
  rmSync(base, { recursive: true, force: true });
}
