import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { replies as german } from "@/i18n/de/replies";
import { replies } from "@/i18n/en/replies";
import { literalsOf, patternOf, SERVER, withHoles } from "@/test/rust";
import { replied } from "./reply";

/** Where the server says what came of a run, and why a video connection ended. */
const RUNNER = ["runner/judge.rs", "runner/language/table.rs", "runner/server/state.rs"];
const RUNS = "service/attempt/runs.rs";
const CLOSINGS = "live/media/close_reason.rs";

const literalsIn = (file: string) =>
  literalsOf(readFileSync(join(SERVER, file), "utf8").split("#[cfg(test)]")[0] ?? "");

beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
afterEach(() => {
  show(ENGLISH);
  vi.unstubAllGlobals();
});

describe("the sentences of replies", () => {
  it("are those of the server", () => {
    const said = [...RUNNER, RUNS, CLOSINGS].flatMap(literalsIn);
    const isSaid = (text: string) =>
      said.some((one) => one === text || patternOf(one).test(text)) ||
      said.some(
        (one) => one.includes(" ") && text.startsWith(one) && /^( \(\0\))?\.$/.test(text.slice(one.length)),
      );
    const texts = Object.values(replies).map(withHoles);
    expect(texts.filter((text) => !isSaid(text))).toEqual([]);
  });

  it("all have words", () => {
    const texts = Object.values(replies).map(withHoles);
    // The other sentences of the last are refusals.
    const ofRuns = readFileSync(join(SERVER, RUNS), "utf8").match(/(?<=Verdict::Ie, ")[^"]+/g) ?? [];
    const sentences = [...RUNNER.flatMap(literalsIn), ...ofRuns].filter((text) =>
      /^[A-Z].* .*\.$/.test(text),
    );
    expect(ofRuns).toHaveLength(2);
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((text) => !texts.includes(text))).toEqual([]);
    const closings = literalsIn(CLOSINGS).filter((text) => /^[a-z_]+$/.test(text));
    // Two are the names of fields.
    const codes = closings.filter((one) => !["reason", "code"].includes(one));
    expect(codes.length).toBeGreaterThan(6);
    expect(codes.filter((code) => !(code in replies))).toEqual([]);
  });

  it("are shown in the language of the page, one after the other, with what the server put into them", () => {
    const note = "The source code does not compile. The public class must be called Main.";
    expect(replied(note)).toBe(note);
    show({ tag: "de", direction: "ltr", parts: { replies: german } as never });
    expect(replied(note)).toBe(
      "Der Quelltext lässt sich nicht kompilieren. Die öffentliche Klasse muss Main heißen.",
    );
    expect(replied("The program used more than 1500 ms of CPU time.")).toBe(
      "Das Programm hat mehr als 1500 ms Rechenzeit verbraucht.",
    );
    expect(replied("The program was ended by SIGABRT.")).toBe("Das Programm wurde durch SIGABRT beendet.");
    expect(replied("The program was ended by signal 64.")).toBe(
      "Das Programm wurde durch das Signal 64 beendet.",
    );
    expect(
      replied("The source code compiles, but there is no program to run (Exec format error)."),
    ).toContain("(Exec format error).");
    expect(replied("")).toBe("");
    expect(replied("Something new. The program printed nothing.")).toBe(
      "Something new. The program printed nothing.",
    );
  });
});
