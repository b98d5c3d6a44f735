import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readFunction, starterOf } from "./function-harness";

const shape = { name: "join", parameters: ["words", "between"] };

/** Runs a program; `null` where its interpreter is not installed. */
function run(program: string, args: string[], input: string): string | null {
  const { stdout, stderr, error } = spawnSync(program, args, { input, encoding: "utf8" });
  if (error) return null;
  expect(stderr).toBe("");
  return stdout;
}

const INPUT = '["ä", "b"]\r\n\n"-"\n';

describe("the harness of a function", () => {
  it("is read from a name with parameters", () => {
    expect(readFunction(" join( words,between ) ")).toEqual(shape);
    expect(readFunction("now()")).toEqual({ name: "now", parameters: [] });
    for (const bad of [
      "",
      "join",
      "join(",
      "1st(a)",
      "a b(c)",
      "f(a,,b)",
      "f(a, a)",
      "f(f)",
      "class(a)",
      "f(json)",
      "f(a)(b)",
    ])
      expect(readFunction(bad), bad).toBeNull();
  });

  it("is generated in the languages that have one", () => {
    expect(Object.keys(starterOf(shape, ["Go", "JavaScript", "Python"]))).toEqual(["JavaScript", "Python"]);
  });

  it("passes arguments and prints results alike in JavaScript and Python", () => {
    const { JavaScript = "", Python = "" } = starterOf(shape, ["JavaScript", "Python"]);
    expect(run("node", ["-e", JavaScript], INPUT)).toBe("null\n");
    const javascript = JavaScript.replace(
      "// Write your code here.",
      "return [words.join(between), words.length];",
    );
    expect(run("node", ["-e", javascript], INPUT)).toBe('["ä-b",2]\n');
    const empty = run("python3", ["-c", Python], INPUT);
    if (empty === null) return;
    expect(empty).toBe("null\n");
    const python = Python.replace("pass", "return [between.join(words), len(words)]");
    expect(run("python3", ["-c", python], INPUT)).toBe('["ä-b",2]\n');
  });
});
