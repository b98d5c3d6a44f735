// The saves of a hall, on an event loop of their own: what else the bench does is not in their times.

import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { caller, within } from "./support.mjs";

const { url, pages, every_ms } = workerData;
const done = caller(url);

/** Everyone saves every so often for so long: the times of the calls. */
parentPort.on("message", async (length_ms) => {
  const goes = within(length_ms);
  const times = [];
  const save = async (page, n) => {
    await sleep((n * every_ms) / pages.length);
    while (goes()) {
      const next = performance.now() + every_ms;
      page.seq += 1;
      const answers = [{ question_id: "essay", answer: `By the stairs, ${page.seq}.`, seq: page.seq }];
      times.push((await done("PUT", `/take-test/${page.token}/answers`, { answers }, page.holder)).ms);
      await sleep(Math.max(0, next - performance.now()));
    }
  };
  await Promise.all(pages.map(save));
  parentPort.postMessage(times);
});
