import { screen } from "@testing-library/react";
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

function Form() {
  const [code, setCode] = useState(blankCode());
  last = code;
  return (
    <CodeForm
      expected="Python"
      code={code}
      question={() => ({ id: "q1", type: "coding", question: "Add.", points: 1 })}
      errorOf={() => undefined}
      onChange={setCode}
    />
  );
}

describe("the form of a coding question", () => {
  it("takes tests, languages and starter code", async () => {
    server.reply("GET /api/tests/languages", 200, {
      languages: [{ name: "Python", toolchain: "Python 3.13" }],
    });
    const user = show(<Form />);
    await user.click(screen.getByText("Tests, languages, starter code and limits"));
    expect(screen.getByText(/people score the answers/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add test" }));
    await user.type(screen.getByLabelText("Input of test 1"), "1 2");
    await user.type(screen.getByLabelText("Expected output of test 1"), "3");
    expect(screen.getByText(/scored by these tests/)).toBeVisible();
    expect(await screen.findByText("The code runner has Python 3.13.")).toBeVisible();
    await user.click(screen.getByLabelText("Go"));
    expect(screen.getByText(/does not offer Go: submitted code in it waits/)).toBeVisible();
    await user.type(screen.getByLabelText("Starter code in Go"), "package main");
    expect(writeCode("Python", last)).toEqual({
      languages: ["Python", "Go"],
      starter_code: { Go: "package main" },
      tests: [{ input: "1 2", output: "3", visible: false, weight: 1 }],
      checker: "exact",
    });
    await expectAccessible();
  });

  it("generates the starter code of a function", async () => {
    const user = show(<Form />);
    await user.click(screen.getByText("Tests, languages, starter code and limits"));
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
    await user.click(screen.getByText("Tests, languages, starter code and limits"));
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
