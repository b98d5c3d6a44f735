// Startup time until the first reply, and idle memory of the server: node benches/startup.mjs BINARY
// "Cold" drops the binary from the page cache first (dd's nocache), as after a reboot.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ready as addressOf } from "./support.mjs";

const RUNS = 11;
const binary = process.argv[2];
const data = mkdtempSync(join(tmpdir(), "invigil-startup-"));

async function start() {
  const began = performance.now();
  const child = spawn(binary, ["serve", "--data", data, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
  const url = await addressOf(child);
  const ready = performance.now() - began;
  const page = await fetch(`${url}/login`);
  if (!page.ok) throw new Error(`/login returns ${page.status}`);
  await page.text();
  return { child, url, ready, answered: performance.now() - began };
}

async function stop({ child }) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Memory in MiB: proportional set size (PSS), its anonymous part, and resident set size (RSS). */
function memory({ child }) {
  const rollup = readFileSync(`/proc/${child.pid}/smaps_rollup`, "utf8");
  const field = (name) => Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(rollup)[1]) / 1024;
  return { pss: field("Pss"), anonymous: field("Anonymous"), rss: field("Rss") };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measure(name, before) {
  const runs = [];
  for (let n = 0; n < RUNS; n++) {
    before();
    const server = await start();
    runs.push(server);
    await stop(server);
  }
  const [ready, answered] = [median(runs.map((r) => r.ready)), median(runs.map((r) => r.answered))];
  console.log(`| ${name} | ${ready.toFixed(0)} ms | ${answered.toFixed(0)} ms |`);
}

const cool = () =>
  execFileSync("dd", [`if=${binary}`, "iflag=nocache", "count=0"], { stdio: "ignore" });
const nothing = () => undefined;

console.log(`| median of ${RUNS} starts | ready | first page answered |\n|---|---|---|`);
await stop(await start());
await measure("warm", nothing);
await measure("cold", cool);
const server = await start();
for (let n = 0; n < 50; n++) await (await fetch(`${server.url}/login`)).text();
const { pss, anonymous, rss } = memory(server);
console.log(`\nidle after 50 pages: ${pss.toFixed(1)} MiB (PSS), of which ${anonymous.toFixed(1)} anonymous; ${rss.toFixed(1)} resident`);
await stop(server);
rmSync(data, { recursive: true });
