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

  it("prints numbers alike in JavaScript and Python", () => {
    const shape = { name: "numbers", parameters: ["n", "m"] };
    const { JavaScript = "", Python = "" } = starterOf(shape, ["JavaScript", "Python"]);
    const cases = [
      ["n / 2", "n / 2", "2"],
      ["m", "m", "7"],
      ["[n / 8, [n / 4]]", "(n / 8, [n / 4])", "[0.5,[1]]"],
      ["{ half: n / 2 }", '{"half": n / 2}', '{"half":2}'],
      ['[true, null, "2.0", -0]', '[True, None, "2.0", -0.0]', '[true,null,"2.0",0]'],
      ["[NaN, -Infinity]", '[float("nan"), -float("inf")]', "[null,null]"],
      ["[1e20, 1e21, -1.5e300]", "[1e20, 1e21, -1.5e300]", "[100000000000000000000,1e+21,-1.5e+300]"],
      ["2 ** 60", "2.0 ** 60", "1152921504606847000"],
      ["[1e-5, 1.5e-6, 1e-6]", "[1e-5, 1.5e-6, 1e-6]", "[0.00001,0.0000015,0.000001]"],
      ["[1e-7, -2.5e-10, 5e-324]", "[1e-7, -2.5e-10, 5e-324]", "[1e-7,-2.5e-10,5e-324]"],
      ['"1e-05 \\" 1e-05"', '"1e-05 \\" 1e-05"', '"1e-05 \\" 1e-05"'],
    ];
    const listOf = (column: number) => `[${cases.map((row) => row[column]).join(", ")}]`;
    const expected = `[${cases.map((row) => row[2]).join(",")}]\n`;
    const javascript = JavaScript.replace("// Write your code here.", `return ${listOf(0)};`);
    expect(run("node", ["-e", javascript], "4\n7.0")).toBe(expected);
    const python = run("python3", ["-c", Python.replace("pass", `return ${listOf(1)}`)], "4\n7.0");
    if (python !== null) expect(python).toBe(expected);
  });

  it("leaves Python its large whole numbers, and the code its own names", () => {
    const { Python = "" } = starterOf({ name: "large", parameters: [] }, ["Python"]);
    const helper = "def number(power):\n    return 2 ** power + 1\n\n";
    const python = run("python3", ["-c", helper + Python.replace("pass", "return number(60)")], "");
    if (python !== null) expect(python).toBe("1152921504606846977\n");
  });
});
