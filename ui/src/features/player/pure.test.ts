import { describe, expect, it } from "vitest";
import type { HistoryOfQuestion, HistoryStep, TimelineEntry } from "@/api/types";
import { bandsOf } from "./bands";
import { counter } from "./characters";
import { difference } from "./difference";
import { factWords, longest } from "./facts";
import { advance, neighbour, otherSpeed } from "./playback";
import { countUntil, Replay, SOURCE } from "./replay";
import { sizes, ticks, tickWords } from "./sizes";

function typed(count: number, every = 200): HistoryStep[] {
  return Array.from({ length: count }, (_, n) => [
    n * every,
    SOURCE.typed,
    n,
    0,
    String.fromCharCode(97 + (n % 26)),
  ]);
}

describe("replay", () => {
  it("gives the text after any number of steps, in any order", () => {
    const replay = new Replay(typed(1_024));
    const whole = replay.textAfter(1_024);
    expect(whole).toHaveLength(1_024);
    for (const count of [0, 1, 255, 256, 257, 1_023, 3, 700, 512, 1_024, 2_000, -1])
      expect(replay.textAfter(count)).toBe(whole.slice(0, Math.max(0, count)));
  });

  it("finds the steps until a moment, though one came too early", () => {
    const replay = new Replay([
      [100, SOURCE.typed, 0, 0, "a"],
      [300, SOURCE.save, 1, 0, "b"],
      [200, SOURCE.typed, 2, 0, "c"],
    ]);
    expect([0, 99, 100, 299, 300].map((ms) => replay.textAt(ms))).toEqual(["", "", "a", "a", "abc"]);
  });

  it("replaces and deletes by UTF-16 units", () => {
    const replay = new Replay([
      [0, SOURCE.typed, 0, 0, "a😀b"],
      [1, SOURCE.pasted, 1, 2, "😁😁"],
      [2, SOURCE.undone, 0, 3, ""],
    ]);
    expect([1, 2, 3].map((count) => replay.textAfter(count))).toEqual(["a😀b", "a😁😁b", "😁b"]);
  });

  it("opens 90 minutes of typing in well under a second", () => {
    const steps = typed(27_000);
    const before = performance.now();
    const replay = new Replay(steps);
    for (let seek = 0; seek < 200; seek++) replay.textAt((seek * 7_919_000) % 5_400_000);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

describe("the curve", () => {
  it("has the size at equal steps, after deletions too", () => {
    const steps: HistoryStep[] = [
      [0, SOURCE.typed, 0, 0, "abcd"],
      [500, SOURCE.pasted, 4, 0, "efgh"],
      [1_000, SOURCE.undone, 0, 6, ""],
    ];
    const found = sizes(steps, [0, 500, 1_000], 1_000);
    expect([found[0], found[119], found[120], found[239], found[240]]).toEqual([4, 4, 8, 8, 2]);
    expect(sizes([], [], 0).every((size) => size === 0)).toBe(true);
  });

  it("has an axis of at most eleven marks, in whole minutes from ten minutes on", () => {
    expect(ticks(45_000).map(tickWords)).toEqual(["0 min", "0:10", "0:20", "0:30", "0:40"]);
    expect(ticks(3_600_000).map(tickWords)).toEqual([0, 10, 20, 30, 40, 50, 60].map((n) => `${n} min`));
    expect(ticks(0)).toEqual([0]);
  });
});

describe("playing", () => {
  const moments = [1_000, 1_500, 60_000, 61_000];
  const end = 70_000;

  it("continues in real time", () => {
    expect(advance(1_000, 500, moments, end, false)).toBe(1_500);
    expect(advance(69_900, 500, moments, end, false)).toBe(end);
  });

  it("shortens long pauses to a second", () => {
    // Half a second after the last change, then half a second before the next.
    expect(advance(1_500, 400, moments, end, true)).toBe(1_900);
    expect(advance(1_500, 600, moments, end, true)).toBe(59_600);
    expect(advance(1_500, 1_000, moments, end, true)).toBe(60_000);
    expect(advance(30_000, 100, moments, end, true)).toBe(59_600);
    expect(advance(59_700, 1_300, moments, end, true)).toBe(61_000);
    expect(advance(61_000, 5_000, moments, end, true)).toBe(end);
  });

  it("takes as long as the shortened pauses add up to", () => {
    let [at, played] = [0, 0];
    while (at < end && played < 100_000) {
      at = advance(at, 16, moments, end, true);
      played += 16;
    }
    // 1,000 + 500 + a pause + 1,000 + a pause.
    expect(played).toBeGreaterThanOrEqual(4_500);
    expect(played).toBeLessThan(4_600);
  });

  it("needs no changes, and no time", () => {
    expect(advance(0, 700, [], 2_000, true)).toBe(700);
    expect(advance(0, 700, [], 0, true)).toBe(0);
    expect(advance(0, 700, [0, 0], 90_000, true)).toBe(89_700);
  });

  it("finds neighbours and speeds", () => {
    expect(neighbour(moments, 1_000, 1)).toBe(1_500);
    expect(neighbour(moments, 1_500, -1)).toBe(1_000);
    expect(neighbour(moments, 1_000, -1)).toBeUndefined();
    expect(neighbour(moments, 61_000, 1)).toBeUndefined();
    expect([otherSpeed(1, -1), otherSpeed(1, 1), otherSpeed(32, 1)]).toEqual([1, 2, 32]);
    expect(countUntil([], 5)).toBe(0);
  });
});

describe("characters", () => {
  const step = (inserted: string): HistoryStep => [0, SOURCE.pasted, 0, 0, inserted];

  it("are counted as their author does, in code that is stored as JSON too", () => {
    const plain = step('a\\n"😀');
    expect(counter([plain])(plain)).toBe(5);
    const first = step(JSON.stringify({ language: "C++", source: 'a\n"b"\u0001' }));
    const next = step(JSON.stringify('if (x) {\n\t"y"\n}').slice(1, -1));
    expect([first, next].map(counter([first, next]))).toEqual([6, 15]);
  });
});

describe("the track", () => {
  const start = Date.parse("2026-03-02T08:00:00Z");
  const span = { start, length: 600_000 };
  const lost = (at: string, until?: string): TimelineEntry => ({
    at: `2026-03-02T${at}Z`,
    kind: "connection_lost",
    text: "4:10 min. The server did not run.",
    by: null,
    ...(until && { until: `2026-03-02T${until}Z` }),
  });
  const question = { question_id: "q1", steps: [], saves: [], typed_chars: 0, pasted_chars: 0 };

  it("calls only that typing which was typed", () => {
    const steps: HistoryStep[] = [
      [1_000, SOURCE.program, 0, 0, "fn main() {}"],
      [9_000, SOURCE.typed, 0, 0, "a"],
      [9_500, SOURCE.undone, 0, 1, ""],
      [20_000, SOURCE.chosen, 0, 0, "b"],
    ];
    const none = { entries: [], entries_not_kept: 0, monitored: [], unmonitored: [] };
    const bands = bandsOf({ ...question, steps }, none, span);
    expect(bands.map(({ name, marks }) => [name, marks.map(({ from, to }) => [from, to])])).toEqual([
      ["Typing", [[9_000, 9_500]]],
      ["Choices", [[20_000, 20_000]]],
      ["By the page", [[1_000, 1_000]]],
    ]);
  });

  it("has a band of the times without connection, also of one that did not come back", () => {
    const entries = [lost("08:01:00", "08:05:10"), lost("08:09:00")];
    const bands = bandsOf(question, { entries, entries_not_kept: 0, monitored: [], unmonitored: [] }, span);
    expect(bands).toEqual([
      {
        kind: "connection",
        name: "No connection",
        marks: [
          { from: 60_000, to: 310_000, words: "No connection for 4 min 10 s" },
          { from: 540_000, to: 600_000, words: "No connection for 1 min 0 s" },
        ],
      },
    ]);
  });
});

describe("the bands of people", () => {
  const span = { start: Date.parse("2026-11-20T14:00:00Z"), length: 60_000 };
  const at = (second: number) => new Date(span.start + second * 1_000).toISOString();
  const marks = (entries: TimelineEntry[], saves: HistoryOfQuestion["saves"] = []) => {
    const question = { question_id: "q", steps: [], saves, typed_chars: 0, pasted_chars: 0 };
    const bands = bandsOf(question, { entries, entries_not_kept: 0, monitored: [], unmonitored: [] }, span);
    return Object.fromEntries(bands.map(({ name, marks }) => [name, marks]));
  };

  it("have an end by a person, not one by time", () => {
    const ended: TimelineEntry = { at: at(50), kind: "ended", text: "The time was up.", by: null };
    expect(marks([ended]).Proctor).toBeUndefined();
    expect(marks([{ ...ended, by: "Ada", text: "r" }]).Proctor).toHaveLength(1);
  });

  it("draw an absence without a return up to the end of the attempt", () => {
    const left: TimelineEntry = { at: at(10), kind: "signal", signal: "tab_hidden", text: "", by: null };
    expect(marks([left]).Away).toMatchObject([{ from: 10_000, to: 60_000 }]);
    const ended: TimelineEntry = { at: at(50), kind: "ended", text: "The time was up.", by: null };
    expect(marks([left, ended]).Away).toMatchObject([{ from: 10_000, to: 50_000 }]);
  });

  it("say how a save arrived, without blame", () => {
    const save = (arrival: HistoryOfQuestion["saves"][number]["arrival"]) => ({
      at_ms: 1_000,
      seq: 1,
      step: 0,
      acked_at: at(1),
      late: arrival !== "counted",
      arrival,
    });
    const words = (["counted", "other_browser", "file", "after_end"] as const).map(save);
    expect(marks([], words).Saves?.map((mark) => mark.words)).toEqual([
      "Saved",
      "Saved in another browser, so it did not count",
      "From an answers file, so it did not count",
      "Saved after the end, so it did not count",
    ]);
    expect(factWords({ question_id: "q", steps: [], saves: words, typed_chars: 0, pasted_chars: 0 })).toEqual(
      [
        "No finer times than the saves",
        "1 save",
        "1 save after the end, 1 save in another browser, 1 save in an answers file",
      ],
    );
  });
});

describe("difference", () => {
  const of = (before: string, after: string) =>
    difference(before, after)
      .map(({ kind, text }) => ({ same: text, added: `[+${text}]`, removed: `[-${text}]` })[kind])
      .join("");

  it("is by words", () => {
    expect(of("the cat sat", "the dog sat")).toBe("the [-cat][+dog] sat");
    expect(of("", "a b")).toBe("[+a b]");
    expect(of("a b", "")).toBe("[-a b]");
    expect(of("same", "same")).toBe("same");
    expect(of("", "")).toBe("");
    expect(of("a\nb\nc", "a\nc")).toBe("a\n[-b\n]c");
  });

  it("keeps both texts whole, whatever they are", () => {
    const words = ["a", "bb", " ", "\n", "😀", "é", "-", "(", "1"];
    let seed = 5;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const text = () => Array.from({ length: random(40) }, () => words[random(words.length)]).join("");
    for (let run = 0; run < 500; run++) {
      const [before, after] = [text(), text()];
      const parts = difference(before, after);
      const without = (kind: string) => parts.flatMap((p) => (p.kind === kind ? [] : p.text)).join("");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
    }
  });

  it("gives up on texts that have nothing in common, in time", () => {
    const [before, after] = ["a b ".repeat(8_000), "x\ny\n".repeat(8_000)];
    const start = performance.now();
    expect(difference(before, after).length).toBeLessThanOrEqual(2);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("the first shown", () => {
  const question = (question_id: string, steps: number): HistoryOfQuestion => ({
    question_id,
    steps: Array.from({ length: steps }, (): HistoryStep => [0, SOURCE.typed, 0, 0, "a"]),
    saves: [],
    typed_chars: 0,
    pasted_chars: 0,
  });

  it("is the question with the most changes", () => {
    expect(longest([])).toBeUndefined();
    expect(longest([question("a", 1), question("b", 3), question("c", 3)])?.question_id).toBe("b");
  });
});
