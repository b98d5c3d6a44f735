import { describe, expect, it } from "vitest";
import type { Attempt } from "@/api/types";
import type { SessionEvent } from "./events";
import {
  ATTEMPT,
  DEADLINE,
  KEPT,
  LATER,
  merged as mergedEvent,
  NOW,
  opened,
  run,
  SNAPSHOT,
  test,
} from "./fixtures";
import * as rules from "./section-rules";
import { installRules } from "./sections";

const { firstOf, reach, sectionAt, standing } = rules;
installRules(rules);

const MINUTE = 60_000;
const iso = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
const PARTS = [
  { title: "Reading", questions: 1, time_minutes: 10 },
  { title: "Listening", questions: 1, one_way: true },
  { title: "Writing", questions: 1, time_minutes: 90 },
];
const attempt = (entered: Attempt["entered"] = []): Attempt => ({ ...ATTEMPT, sections: PARTS, entered });

/** The questions are shown; the first is in view. */
const running = (entered: Attempt["entered"], ...events: SessionEvent[]) =>
  run([
    opened({ ...KEPT, position: 0 }),
    { type: "loaded", reply: test({ in_progress: true, attempt: attempt(entered) }) },
    mergedEvent(),
    ...events,
  ]);

const tick = (minutes: number): SessionEvent => ({ type: "tick", now: NOW + minutes * MINUTE, slept: false });
const enter = (minutes: number): SessionEvent => ({ type: "enter", now: NOW + minutes * MINUTE });
const goTo = (position: number): SessionEvent => ({ type: "go_to", position });

describe("sections", () => {
  it("hold the next questions each", () => {
    expect([0, 1, 2, 3].map((position) => sectionAt(PARTS, position))).toEqual([0, 1, 2, -1]);
    expect([0, 1, 2].map((index) => firstOf(PARTS, index))).toEqual([0, 1, 2]);
  });

  it("with titles alone are open", () => {
    const titled = { sections: [{ title: "Only", questions: 3 }], entered: [], ended: [], position: 0 };
    expect(standing(titled, 0)).toBe("open");
    expect(reach(titled, 2)).toBe(2);
  });

  it("are entered one after the other, by the page's clock", () => {
    const first = running([]);
    expect(standing(first.state, 0)).toBe("ahead");
    const begun = running([], enter(1));
    expect(begun.state.entered).toEqual([{ entered_at: iso(1), ends_at: iso(11) }]);
    // The attempt began five minutes before.
    expect(begun.state.claims).toEqual([{ section: 1, after_ms: 6 * MINUTE }]);
    expect(begun.names).toEqual(["save", "keep", "broadcast", "write", "report_time"]);
    expect(begun.effects.find(({ type }) => type === "keep")).toMatchObject({
      snapshot: { entered: begun.state.entered, claims: begun.state.claims },
    });
    // The last section would last longer than the test.
    const all = running([], enter(1), enter(2), enter(3)).state;
    expect(all.entered.map(({ ends_at }) => ends_at)).toEqual([
      iso(11),
      undefined,
      new Date(DEADLINE).toISOString(),
    ]);
    expect(all.position).toBe(2);
    expect(run([enter(4)], all).state).toBe(all);
  });

  it("that are ahead lead to the entry of the next one", () => {
    expect(running([], enter(1), goTo(2)).state.position).toBe(1);
    expect(running([], goTo(2)).state.position).toBe(0);
  });

  it("that are one-way and left cannot be reached, others can", () => {
    const third = running([], enter(1), enter(2), enter(3));
    expect(run([goTo(1)], third.state).state.position).toBe(2);
    expect(run([goTo(0)], third.state).state.position).toBe(0);
  });

  it("are left when their time is up", () => {
    const begun = running([], enter(1));
    expect(run([tick(10)], begun.state).state.position).toBe(0);
    const over = run([tick(11)], begun.state);
    expect(over.state).toMatchObject({ ended: [0], position: 1 });
    expect(standing(over.state, 1)).toBe("ahead");
    expect(run([goTo(0)], over.state).state.position).toBe(1);
    // An administrator gives time.
    const given = [{ entered_at: iso(1), ends_at: iso(20) }];
    const open = run(
      [{ type: "changed", change: { deadline: LATER, entered: given } }, tick(12), goTo(0)],
      over.state,
    );
    expect(open.state).toMatchObject({ ended: [], position: 0 });
  });

  it("are the server's once it knows of them", () => {
    const begun = running([], enter(1), enter(2));
    const known = [{ entered_at: iso(1.5), ends_at: iso(11.5) }];
    const one = run([{ type: "changed", change: { entered: known } }], begun.state);
    expect(one.state.entered).toEqual([...known, { entered_at: iso(2) }]);
    expect(one.state.claims).toEqual([{ section: 2, after_ms: 7 * MINUTE }]);
    expect(one.names).toEqual(["keep", "broadcast"]);
    // The same again changes nothing.
    expect(run([{ type: "changed", change: { entered: known } }], one.state).names).toEqual([]);
  });

  it("know which ends the candidate has noticed, also over a reload", () => {
    const shown = [{ entered_at: iso(1), ends_at: iso(11) }];
    const given = [{ entered_at: iso(1), ends_at: iso(16) }];
    const kept = opened({ ...KEPT, snapshot: { ...SNAPSHOT, sections: PARTS, entered: shown } });
    const again = run([
      kept,
      { type: "loaded", reply: test({ in_progress: true, attempt: attempt(given) }) },
    ]);
    expect(again.state).toMatchObject({ entered: given, noticedEnds: { 0: iso(11) } });
    const noticed = run([{ type: "noticed", deadline: DEADLINE, ends: { 0: iso(16) } }], again.state);
    expect(noticed.state.noticedEnds).toEqual({ 0: iso(16) });
    expect(running(given).state.noticedEnds).toEqual({});
  });

  it("are followed from another tab, and kept for a visit without network", () => {
    const entered = [{ entered_at: iso(1), ends_at: iso(11) }];
    const claims = [{ section: 1, after_ms: 360_000 }];
    const noticed = running([], { type: "tab", message: { type: "entered", entered, claims } });
    expect(noticed.state).toMatchObject({ entered, claims });
    const cached = { ...SNAPSHOT, sections: PARTS, entered, claims };
    const kept = run([opened({ ...KEPT, snapshot: cached }), { type: "timer", timer: "cached" }]);
    expect(kept.state).toMatchObject({ sections: PARTS, entered, claims, phase: { name: "running" } });
    // The server does not know it.
    const loaded = run(
      [{ type: "loaded", reply: test({ in_progress: true, attempt: attempt() }) }],
      kept.state,
    );
    expect(loaded.state).toMatchObject({ entered, claims });
  });
});
