import { describe, expect, it } from "vitest";
import { passedMark, ServerClock, secondsLeft } from "./clock";

function source(wall = 1_000_000) {
  const time = { mono: 0, wall };
  return {
    time,
    clock: { monotonic: () => time.mono, wall: () => time.wall },
    pass(ms: number) {
      time.mono += ms;
      time.wall += ms;
    },
  };
}
const iso = (ms: number) => new Date(ms).toISOString();

describe("server clock", () => {
  it("follows the server's clock, not the computer's", () => {
    const { clock, time, pass } = source();
    const server = new ServerClock(clock);
    pass(200);
    server.sync(iso(50_000_000), 0);
    expect(server.now()).toBe(50_000_100);
    time.wall += 3_600_000;
    pass(1_000);
    expect(server.now()).toBe(50_001_100);
    expect(server.slept()).toBe(true);
  });

  it("prefers the sample with the shorter round trip, and takes any after sleep", () => {
    const { clock, time, pass } = source();
    const server = new ServerClock(clock);
    pass(20);
    server.sync(iso(9_000_000), 0);
    pass(4_000);
    server.sync(iso(9_004_500), time.mono - 4_000);
    expect(server.now()).toBe(9_004_010);
    time.wall += 600_000;
    pass(100);
    server.sync(iso(9_604_100), time.mono - 100);
    expect(server.now()).toBe(9_604_150);
    expect(server.slept()).toBe(false);
  });

  it("uses the stored offset until the first reply", () => {
    const { clock, pass } = source(1_000_000);
    const server = new ServerClock(clock, 5_000);
    pass(2_000);
    expect(server.now()).toBe(1_007_000);
    expect(server.offset()).toBe(5_000);
  });
});

describe("countdown", () => {
  it("counts whole seconds and never below zero", () => {
    expect(secondsLeft(iso(10_000), 8_999)).toBe(2);
    expect(secondsLeft(iso(10_000), 10_000)).toBe(0);
    expect(secondsLeft(iso(10_000), 99_000)).toBe(0);
  });
  it("is announced at ten, five and one minute only", () => {
    const read: number[] = [];
    for (let s = 700; s > 0; s--) {
      const mark = passedMark(s, s - 1);
      if (mark) read.push(mark);
    }
    expect(read).toEqual([600, 300, 60]);
    expect(passedMark(700, 250)).toBe(300);
    expect(passedMark(30, 400)).toBeUndefined();
    expect(passedMark(61, 0)).toBeUndefined();
  });
});
