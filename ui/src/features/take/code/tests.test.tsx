import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "@/test/page";
import { TestResults } from "./TestResults";

const result = (verdict: "AC" | "WA", stdout: string) => ({
  verdict,
  stdout,
  note: "",
  stderr: "",
  truncated: false,
  cpu_ms: 3,
  memory_kb: 5,
});

it("shows what was expected and printed where a test failed", async () => {
  const tests = [
    { input: "1", output: "1" },
    { input: "2", output: "4" },
  ];
  render(<TestResults tests={tests} results={[result("AC", "1"), result("WA", "<b>3</b>")]} />);
  expect(screen.getByText("1 of 2 tests passed")).toBeVisible();
  expect(screen.getByText("Wrong answer")).toBeVisible();
  expect(screen.getByText("<b>3</b>")).toBeVisible();
  expect(screen.queryAllByText("Expected")).toHaveLength(1);
  await expectAccessible();
});

it("says where a failed test printed more than is shown", () => {
  const long = (verdict: "AC" | "WA") => ({ ...result(verdict, "1"), truncated: true });
  render(<TestResults tests={[]} results={[long("AC"), long("WA"), result("WA", "3")]} />);
  const notices = screen.getAllByText(/Only its beginning is shown/);
  expect(notices).toHaveLength(1);
  expect(notices[0]?.closest("li")).toHaveTextContent("Test 2");
});
