import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readArchive, readTests, writeTests } from "./archive";
import { blankTest, type TestDraft } from "./key";

const zip = (files: Record<string, string | Uint8Array>) => {
  const bytes = Object.entries(files).map(([name, text]) => [
    name,
    typeof text === "string" ? strToU8(text) : text,
  ]);
  return new Blob([new Uint8Array(zipSync(Object.fromEntries(bytes)))]);
};

const plain = (tests: TestDraft[]) => tests.map(({ id: _, ...test }) => test);

const hidden = { visible: false, weight: "1", group: "" };

/** A zip whose directory names one file by all of these names, each of as many letters. */
function named(names: string[]) {
  const bytes = zipSync({ [names[0] ?? ""]: strToU8("1") });
  const end = bytes.slice(bytes.length - 22);
  const view = new DataView(end.buffer);
  const [size, at] = [view.getUint32(12, true), view.getUint32(16, true)];
  const entries = names.map((name) => {
    const entry = bytes.slice(at, at + size);
    entry.set(strToU8(name), 46);
    return entry;
  });
  view.setUint16(8, names.length, true);
  view.setUint16(10, names.length, true);
  view.setUint32(12, names.length * size, true);
  return new Blob([bytes.slice(0, at), ...entries, end]);
}

describe("tests in a zip", () => {
  it("are read in the order of their numbers", async () => {
    const file = zip({
      "10.in": "c",
      "10.out": "C",
      "2.out": "B",
      "2.in": "b\n",
      "notes.txt": "x",
      "3.out": "no input",
    });
    expect(plain(await readTests(file))).toEqual([
      { ...hidden, input: "b\n", output: "B" },
      { ...hidden, input: "", output: "no input" },
      { ...hidden, input: "c", output: "C" },
    ]);
  });

  it("name what their author has to know", async () => {
    const { tests, notes } = await readArchive(
      zip({ "problem.yaml": "name: x", "secret/1.in": "1", "secret/1.ans": "1", "secret/2.ans": "2" }),
    );
    expect(tests).toHaveLength(2);
    expect(notes[0]).toBe("secret/2 had no .in: their input is empty.");
    expect(notes[1]).toContain("import it as a test");
    expect((await readArchive(zip({ "1.in": "", "1.out": "a" }))).notes).toEqual([]);
  });

  it("are read from the package of a programming contest", async () => {
    const file = zip({
      "sum/problem.yaml": "name: sum",
      "sum/data/sample/1.in": "1",
      "sum/data/sample/1.ans": "one",
      "sum/data/secret/large/1.in": "2",
      "sum/data/secret/large/1.ans": "two",
      "__MACOSX/sum/data/sample/._1.in": "junk",
    });
    expect(plain(await readTests(file))).toEqual([
      { visible: true, weight: "1", group: "", input: "1", output: "one" },
      { visible: false, weight: "1", group: "large", input: "2", output: "two" },
    ]);
  });

  it("are read whatever is around their folders, and how their names are written", async () => {
    const file = zip({
      "sum/data/Sample/1.in": "1",
      "sum/data/Sample/1.ANS": "one",
      "sum\\data\\secret\\large\\1.in": "2",
      "sum\\data\\secret\\large\\1.out": "two",
      "sum/attachments/1.in": "of the statement",
      "sum/attachments/1.ans": "of the statement",
      "sum/mytests.json": "no weights",
    });
    expect(plain(await readTests(file))).toEqual([
      { visible: true, weight: "1", group: "", input: "1", output: "one" },
      { visible: false, weight: "1", group: "large", input: "2", output: "two" },
    ]);
  });

  it("come back as they were written", async () => {
    const tests: TestDraft[] = [
      { ...blankTest(), input: "ü\r\n", output: "1", visible: true },
      ...Array.from({ length: 11 }, (_, at) => ({
        ...blankTest(),
        output: `${at}`,
        weight: `${at}`,
        group: at > 5 ? "big ones" : "",
      })),
    ];
    const file = await writeTests(tests);
    const again = plain(await readTests(file));
    const sorted = (all: typeof again) => all.map((test) => JSON.stringify(test)).sort();
    expect(sorted(again)).toEqual(sorted(plain(tests)));
  });

  it.each([
    ["no zip", new Blob(["PK? no"]), "This is not a zip file that can be read."],
    ["nothing", zip({ "readme.txt": "x" }), /There are no tests in this file/],
    ["an input alone", zip({ "1.in": "x" }), "1.in has no 1.out."],
    ["bytes", zip({ "1.in": new Uint8Array([255, 0]), "1.out": "" }), "1.in is not a text in UTF-8."],
    ["a large text", zip({ "1.in": "x".repeat(65_537), "1.out": "" }), "1.in is larger than 64 KiB."],
    ["a name twice", named(["1.in", "1.in"]), "1.in is in this file twice."],
    ["two outputs", zip({ "1.in": "", "1.ans": "a", "1.out": "b" }), "1 has two outputs, 1.out and 1.ans."],
    [
      "a bomb of entries that share their bytes",
      named(Array.from({ length: 9000 }, (_, at) => `${1000 + at}.in`)),
      "There are 9000 files of tests in this file, 201 at most are possible.",
    ],
    [
      "weights twice",
      zip({ "1.out": "", "tests.json": "{}", "a/tests.json": "{}" }),
      /several files tests.json/,
    ],
    ["bad weights", zip({ "1.in": "", "1.out": "", "tests.json": "[" }), /tests.json is not a JSON object/],
    [
      "too many",
      zip(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.out`, "x"]))),
      "There are 101 tests in this file, 100 at most are possible.",
    ],
  ])("are refused with a sentence: %s", async (_, file, sentence) => {
    await expect(readTests(file)).rejects.toThrow(sentence);
  });

  it("may be named as what every JavaScript object has", async () => {
    const file = zip({ "constructor.in": "1", "constructor.out": "2", "tests.json": "{}" });
    expect((await readTests(file)).map(({ weight }) => weight)).toEqual(["1"]);
  });

  it("keep their order, and groups that no folder can be named after", async () => {
    const tests = [
      { ...blankTest(), ...hidden, input: "1", output: "a", group: ".net" },
      { ...blankTest(), ...hidden, input: "2", output: "b", visible: true },
      { ...blankTest(), ...hidden, input: "3", output: "c", group: "in/out", weight: "0" },
      { ...blankTest(), ...hidden, input: "\uFEFF4", output: "\uFEFF", group: "__MACOSX" },
      { ...blankTest(), ...hidden, input: "5", output: "e", group: "attachments" },
    ];
    expect(plain(await readTests(await writeTests(tests)))).toEqual(plain(tests));
  });

  it("have weights that are whole numbers", async () => {
    const nothing = zip({ "1.in": "", "1.out": "a", "tests.json": '\uFEFF{"1": null}' });
    expect((await readTests(nothing)).map(({ weight }) => weight)).toEqual(["1"]);
    const half = [{ ...blankTest(), weight: "1.5" }];
    await expect(writeTests(half)).rejects.toThrow("The weight of test 1 is not a whole number.");
    for (const weight of [-1, 1.5, "many"]) {
      const file = zip({ "1.in": "", "1.out": "a", "tests.json": JSON.stringify({ 1: weight }) });
      await expect(readTests(file)).rejects.toThrow("The weight of 1 in tests.json is not a whole number.");
    }
  });
});
