import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Mishaps } from "@/lib/mishap";
import { Steady } from "./Steady";

let failures = 0;

function Shaky({ words }: { words: string }) {
  if (failures > 0) {
    failures -= 1;
    throw new TypeError("planted");
  }
  return (
    <form>
      <input aria-label="first" />
      <textarea aria-label="second" defaultValue="some words" />
      <p>{words}</p>
    </form>
  );
}

function Page() {
  const [step, setStep] = useState(0);
  return (
    <Steady fallback={<p>Plain</p>}>
      <Shaky words={`step ${step}`} />
      <button type="button" onClick={() => setStep(step + 1)}>
        On
      </button>
    </Steady>
  );
}

beforeEach(() => {
  // React reports each failure.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  failures = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("shows its content again in place, with the focus and the selection", async () => {
  render(<Page />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("second");
  field.focus();
  field.setSelectionRange(2, 5);
  // React renders a second time by itself before it gives up.
  failures = 2;
  const on = screen.getByRole("button");
  act(() => on.click());
  expect(screen.getByText("step 1")).toBeInTheDocument();
  expect(screen.queryByText("Plain")).toBeNull();
  expect(failures).toBe(0);
  const again = screen.getByLabelText<HTMLTextAreaElement>("second");
  expect(again).not.toBe(field);
  await vi.waitFor(() => expect(again).toHaveFocus());
  expect([again.selectionStart, again.selectionEnd]).toEqual([2, 5]);
});

it("shows the fallback for what fails each time, and tries again later", async () => {
  vi.useFakeTimers();
  render(<Page />);
  failures = 100;
  act(() => screen.getByRole("button").click());
  expect(screen.getByText("Plain")).toBeInTheDocument();
  expect(100 - failures).toBeLessThan(20);
  failures = 0;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText("step 1")).toBeInTheDocument();
});

it("works again as before", async () => {
  render(<Page />);
  failures = 2;
  const user = userEvent.setup();
  await user.click(screen.getByRole("button"));
  await user.click(screen.getByRole("button"));
  expect(screen.getByText("step 2")).toBeInTheDocument();
});

it("reports each kind of failure once, to a listener that comes later, and few of them", () => {
  const mishaps = new Mishaps();
  const reported: string[] = [];
  mishaps.report(new TypeError("one\nof  them"));
  mishaps.report(new TypeError("one of them"));
  mishaps.report("x".repeat(500));
  const leave = mishaps.listen((words) => reported.push(words));
  expect(reported).toEqual(["TypeError: one of them", `Error: ${"x".repeat(193)}`]);
  for (let n = 0; n < 20; n++) mishaps.report(new Error(String(n)));
  expect(reported).toHaveLength(5);
  leave();
});
