import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { JudgedTest } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { expectAccessible } from "@/test/page";
import { originWords, Verdicts } from "./Verdicts";

const test = (verdict: JudgedTest["verdict"], visible: boolean): JudgedTest => ({
  verdict,
  visible,
  weight: 2,
  cpu_ms: 12,
  memory_kb: 9_216,
  content: { input: "1", expected: "2", stdout: "<i>3</i>", stderr: "" },
});

const result = {
  verdict: "WA" as const,
  judged_at: "2026-11-20T10:00:00Z",
  language: "Python",
  tests: [test("AC", true), test("WA", false)],
  test_set: "0123456789abcdef",
  runner: "1.0.0",
  toolchain: "Python 3.11.2",
};

it("shows each test with time and memory, and what a failed one printed", async () => {
  render(<Verdicts judging={{ state: "done", asked_at: "2026-11-20T10:00:00Z", result }} />);
  expect(screen.getByText("1 of 2 tests passed")).toBeVisible();
  expect(screen.getByText("(hidden, weight 2)")).toBeVisible();
  expect(screen.getAllByText("9.0 MB")).toHaveLength(2);
  expect(screen.getByText("<i>3</i>")).toBeInTheDocument();
  expect(screen.getByText(originWords(result))).toBeVisible();
  await expectAccessible();
});

it("says why there is no verdict", () => {
  const note = "No code runner offers Swift.";
  render(<Verdicts judging={{ state: "waiting", asked_at: "2026-11-20T10:00:00Z", note }} />);
  expect(screen.getByText(`This answer waits for the code runner. ${note}`)).toBeVisible();
});

it("names the runner, the set of tests and the time", () => {
  const own = `Judged by the server's own runner (1.0.0), test set 01234567, on ${formatDateTime(result.judged_at)}`;
  expect(originWords(result)).toBe(own);
  const elsewhere = { ...result, runner: "0.1.0 (judge-2)", judged_at: null };
  expect(originWords(elsewhere)).toBe("Judged by judge-2 (0.1.0), test set 01234567");
});
