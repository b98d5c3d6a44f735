import { EditorView } from "@codemirror/view";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { writeTests } from "./archive";
import { CodeForm } from "./Form";
import { blankCode, blankTest, type CodeDraft, writeCode } from "./key";
import { offeredWords } from "./OfferedLanguages";
import { foundWords, triedWords } from "./SolutionCheck";

let last: CodeDraft = blankCode();

function Form({ errors = {} }: { errors?: Record<string, string> }) {
  const [code, setCode] = useState(blankCode());
  last = code;
  return (
    <CodeForm
      expected="Python"
      code={code}
      question={() => ({
        id: "q1",
        type: "coding",
        question: "Add.",
        points: 1,
        ...writeCode("Python", code),
      })}
      errorOf={(...places) => places.map((place) => errors[place]).find(Boolean)}
      text={<p>The text</p>}
      onExpected={() => undefined}
      onChange={setCode}
    />
  );
}

const step = (name: string) => screen.getByRole("tab", { name: new RegExp(name) });

/** Types into the editor, as its own keys do. */
async function write(name: string, text: string) {
  const editor = await screen.findByRole("textbox", { name });
  await waitFor(() => expect(editor).toHaveAttribute("contenteditable"));
  const view = EditorView.findFromDOM(screen.getByRole("textbox", { name }));
  act(() => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

const paste = (into: HTMLElement, text: string) =>
  fireEvent.paste(into, { clipboardData: { getData: () => text } });

describe("the form of a coding question", () => {
  it("takes tests, languages and starter code", async () => {
    server.reply("GET /api/tests/languages", 200, {
      languages: [{ name: "Python", toolchain: "Python 3.13" }],
    });
    const user = show(<Form />);
    expect(screen.getByText("The text")).toBeVisible();
    await user.click(step("Tests"));
    expect(screen.getByText(/people score the answers/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add test" }));
    await user.type(screen.getByLabelText("Input of test 1"), "1 2");
    await user.type(screen.getByLabelText("Expected output of test 1"), "3");
    expect(screen.getByText(/scored by these tests/)).toBeVisible();
    await expectAccessible();
    await user.click(step("Task"));
    expect(await screen.findByText("The code runner has Python 3.13.")).toBeVisible();
    await user.click(screen.getByLabelText("Go"));
    expect(screen.getByText(/does not offer Go: submitted code in it waits/)).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Go" }));
    await write("Starter code in Go", "package main");
    expect(writeCode("Python", last)).toEqual({
      languages: ["Python", "Go"],
      starter_code: { Go: "package main" },
      tests: [{ input: "1 2", output: "3", visible: false, weight: 1 }],
      checker: "exact",
    });
    await expectAccessible();
  });

  it("takes rows of a spreadsheet, and gives them back", async () => {
    const user = show(<Form />);
    await user.click(step("Tests"));
    await user.click(screen.getByRole("button", { name: "Add test" }));
    expect(screen.getByLabelText("Input of test 1")).toHaveFocus();
    paste(screen.getByLabelText("Input of test 1"), '1 2\t3\tyes\t0\n"4\n5"\t9\t\t2\tlarge\n');
    expect(last.tests.map(({ id: _, ...test }) => test)).toEqual([
      { input: "1 2", output: "3", visible: true, weight: "0", group: "" },
      { input: "4\n5", output: "9", visible: false, weight: "2", group: "large" },
    ]);
    await user.click(screen.getByRole("button", { name: "Keep it as one text" }));
    expect(last.tests).toHaveLength(1);
    expect(last.tests[0]?.input).toContain("1 2\t3");
    // Beside other text a tab is part of it.
    expect(paste(screen.getByLabelText("Input of test 1"), "a\tb")).toBe(true);
    await expectAccessible();
  });

  it("goes through its rows with the keyboard", async () => {
    const user = show(<Form />);
    await user.click(step("Tests"));
    await user.click(screen.getByRole("button", { name: "Add test" }));
    await user.keyboard("1{Control>}{Enter}{/Control}2{Alt>}{ArrowUp}{/Alt}0");
    expect(last.tests.map(({ input }) => input)).toEqual(["10", "2"]);
    await user.tab();
    await user.keyboard("{Alt>}{ArrowDown}{ArrowDown}{/Alt}");
    expect(screen.getByLabelText("Expected output of test 3")).toHaveFocus();
  });

  it("opens the step of an error", () => {
    const { rerender } = render(<Form />);
    expect(step("Task")).toHaveAttribute("aria-selected", "true");
    rerender(<Form errors={{ checker_tolerance: "Enter a number" }} />);
    expect(screen.getByRole("tab", { name: /Tests, has an error/ })).toHaveAttribute("aria-selected", "true");
  });

  it("shows what each test finds of each solution, until the question changes", async () => {
    const test = (verdict: "AC" | "WA") => ({ verdict, cpu_ms: 3, memory_kb: 1 });
    const tried = { language: "Python", note: "", compiler: "" };
    server.reply("POST /api/tests/check-solutions", 200, {
      solutions: [{ ...tried, verdict: "AC", tests: [test("AC"), test("AC")] }],
      wrong_solutions: [{ ...tried, verdict: "WA", tests: [test("WA")] }],
    });
    const user = show(<Form />);
    await user.click(step("Tests"));
    await user.click(screen.getByRole("button", { name: "Add test" }));
    await user.click(screen.getByRole("button", { name: "Add test" }));
    await user.click(step("Solutions"));
    await user.click(screen.getByRole("button", { name: "Add solution" }));
    await user.click(screen.getByRole("button", { name: "Check solutions" }));
    const row = within(await screen.findByRole("row", { name: /Wrong solution 1/ }));
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "WAwrong answer",
      "\u00b7not run",
    ]);
    await expectAccessible();
    expect(screen.queryByText(/changed since/)).toBeNull();
    await write("Solution 1", "print(1)");
    expect(screen.getByText(/changed since/)).toBeVisible();
  });

  it("generates the starter code of a function", async () => {
    const user = show(<Form />);
    const wanted = screen.getByLabelText("Candidates write a function");
    await user.type(wanted, "add(a, b");
    await user.click(screen.getByRole("button", { name: "Generate starter code" }));
    expect(screen.getByText(/Write a name and parameters/)).toBeVisible();
    await user.type(wanted, ")");
    await user.click(screen.getByRole("button", { name: "Generate starter code" }));
    expect(last.starter.Python).toContain("def add(a, b):");
    expect(screen.queryByText(/Write a name and parameters/)).toBeNull();
    expect(screen.getByRole("button", { name: "Replace the starter code" })).toBeEnabled();
    await expectAccessible();
  });

  it("imports tests from a zip, beside or instead of those that are there", async () => {
    const user = show(<Form />);
    await user.click(step("Tests"));
    const zip = await writeTests([{ ...blankTest(), input: "1", output: "2" }]);
    const file = () => new File([zip], "tests.zip", { type: "application/zip" });
    await user.upload(screen.getByLabelText("Zip file of tests"), file());
    expect(await screen.findByText("1 test imported.")).toBeVisible();
    await user.upload(screen.getByLabelText("Zip file of tests"), file());
    await user.click(await screen.findByRole("button", { name: "Add to them" }));
    expect(last.tests).toHaveLength(2);
    await user.upload(screen.getByLabelText("Zip file of tests"), file());
    await user.click(await screen.findByRole("button", { name: "Replace the present ones" }));
    expect(last.tests.map(({ input, output }) => [input, output])).toEqual([["1", "2"]]);
    await user.upload(screen.getByLabelText("Zip file of tests"), new File(["x"], "x.zip"));
    expect(await screen.findByText("This is not a zip file that can be read.")).toBeVisible();
    expect(last.tests).toHaveLength(1);
    await expectAccessible();
  });

  it("says that there is no runner", () => {
    expect(offeredWords(["Go"], null)).toMatch(/no code runner at the moment/);
  });

  it("says what a solution fails", () => {
    const test = (verdict: "AC" | "WA") => ({ verdict, cpu_ms: 1, memory_kb: 1 });
    const tried = {
      language: "Go",
      verdict: "WA" as const,
      note: "",
      compiler: "",
      tests: [test("AC"), test("WA")],
    };
    expect(triedWords(tried, 1)).toBe("Solution 1 (Go): fails test 2 (wrong answer)");
    expect(triedWords({ ...tried, verdict: "AC" }, 2)).toBe("Solution 2 (Go) passes all tests");
    const broken = { ...tried, verdict: "CE" as const, tests: [] };
    expect(triedWords(broken, 1)).toBe("Solution 1 (Go): the code does not compile");
    expect(foundWords(tried, 1)).toBe("Wrong solution 1 (Go) is found by test 2 (wrong answer)");
    expect(foundWords({ ...tried, verdict: "AC" }, 1)).toMatch(/passes all tests: add a test/);
    expect(foundWords(broken, 1)).toBe("Wrong solution 1 (Go): the code does not compile");
  });
});
