import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { CodeForm } from "./CodeForm";
import { blankCode, type CodeDraft, writeCode } from "./code";
import { offeredWords } from "./OfferedLanguages";
import { triedWords } from "./SolutionCheck";

let last: CodeDraft = blankCode();

function Form() {
  const [code, setCode] = useState(blankCode());
  last = code;
  return (
    <CodeForm
      expected="Python"
      known={["Python", "Go"]}
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
  });
});
