import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TimeSpent } from "./time-spent";

let now = 0;
let kept: Map<string, string>;
const open = () => new TimeSpent("tok", () => now);
/** Ticks each second, like the page. */
function view(time: TimeSpent, question: string | undefined, seconds: number) {
  for (let i = 0; i < seconds; i++) {
    now += 1_000;
    time.step(question);
  }
}

beforeEach(() => {
  now = 5_000;
  kept = new Map();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => void vi.unstubAllGlobals());

it("counts the question in view, and neither a hidden page nor sleep", () => {
  const time = open();
  view(time, "a", 3);
  view(time, undefined, 60);
  view(time, "b", 2);
  now += 3_600_000;
  time.step("b");
  view(time, "a", 1);
  expect(time.unsent()).toEqual([
    { question_id: "a", seconds: 4 },
    { question_id: "b", seconds: 2 },
  ]);
});

it("continues after a reload, beside another tab, and from the server's sums", () => {
  view(open(), "a", 5);
  const [first, second] = [open(), open()];
  view(first, "a", 2);
  second.step(undefined);
  view(second, "a", 3);
  expect(second.unsent()).toEqual([{ question_id: "a", seconds: 10 }]);
  const elsewhere = open();
  elsewhere.raise([
    { question_id: "a", seconds: 8 },
    { question_id: "b", seconds: 20 },
  ]);
  expect(elsewhere.unsent()).toEqual([{ question_id: "a", seconds: 10 }]);
  view(elsewhere, "b", 1);
  expect(elsewhere.unsent()).toContainEqual({ question_id: "b", seconds: 21 });
});

it("sends each second once, and a separate call only above the threshold", () => {
  const time = open();
  view(time, "a", 29);
  expect(time.due()).toBe(false);
  view(time, "b", 1);
  expect([time.due(), time.due()]).toEqual([true, false]);
  // That call failed: the next one comes half a minute of work later.
  view(time, "b", 29);
  expect(time.due()).toBe(false);
  view(time, "b", 1);
  expect(time.due()).toBe(true);
  time.confirm(time.unsent());
  expect([time.unsent(), time.due()]).toEqual([[], false]);
});

it("sends the longest first, and stops at the end", () => {
  const time = open();
  for (let i = 0; i < 40; i++) view(time, `q${i}`, i === 35 ? 9 : 1);
  expect(time.unsent()).toHaveLength(30);
  expect(time.unsent()[0]).toEqual({ question_id: "q35", seconds: 9 });
  time.forget();
  expect([time.unsent(), kept.size]).toEqual([[], 0]);
});
