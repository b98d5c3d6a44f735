import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Runner, type Step } from "./machine";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Event = "one" | "two" | "nothing";

/** A machine that notes each event; `one` has the effects "a" and "b". */
function step(state: string, event: Event): Step<string, string> {
  if (event === "nothing") return { state, effects: [] };
  return { state: `${state} ${event}`, effects: event === "one" ? ["a", "b"] : [] };
}

function run(onEffect: (runner: Runner<string, Event, string>, effect: string) => void = () => {}) {
  const seen: string[] = [];
  const runner: Runner<string, Event, string> = new Runner("start", step, {
    perform: (effect) => {
      seen.push(effect);
      onEffect(runner, effect);
    },
    changed: (state) => seen.push(state),
  });
  return { runner, seen };
}

it("performs the effects of an event before it reports the change", () => {
  const { runner, seen } = run();
  runner.send("one");
  runner.send("nothing");
  expect(seen).toEqual(["a", "b", "start one"]);
});

it("completes an event before the next one, even if an effect sends it", () => {
  const { runner, seen } = run((inner, effect) => effect === "a" && inner.send("two"));
  runner.send("one");
  expect(seen).toEqual(["a", "b", "start one", "start one two"]);
});

it("continues after an effect that throws", () => {
  const { runner } = run(() => {
    throw new Error("broken");
  });
  expect(() => runner.send("one")).toThrow("broken");
  runner.send("two");
  expect(runner.state).toBe("start one two");
});

it("replaces a timer of the same name, and clears all", () => {
  const { runner } = run();
  runner.wait("retry", 100, "two");
  runner.wait("retry", 200, "two");
  runner.wait("other", 300, "two");
  vi.advanceTimersByTime(250);
  expect(runner.state).toBe("start two");
  runner.clearTimers();
  vi.advanceTimersByTime(1_000);
  expect(runner.state).toBe("start two");
});

it("ignores events and timers once stopped", () => {
  const { runner } = run();
  runner.wait("retry", 100, "two");
  runner.stop();
  runner.send("two");
  vi.advanceTimersByTime(1_000);
  expect(runner.state).toBe("start");
});
