import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchDoubleClicks } from "./double-click";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether a press selects the text under it. */
const selects = (detail: number) => fireEvent.mouseDown(screen.getByText("Receipt"), { detail });

it("selects nothing by the second press of a double click on a button, also on the next page", () => {
  const page = new AbortController();
  watchDoubleClicks(page.signal);
  render(
    <>
      <button type="button">Submit</button>
      <p>Receipt</p>
    </>,
  );
  fireEvent.click(screen.getByText("Receipt"), { detail: 1 });
  expect(selects(2)).toBe(true);
  fireEvent.click(screen.getByRole("button"), { detail: 1 });
  page.abort();
  expect(selects(1)).toBe(true);
  expect(selects(2)).toBe(false);
  vi.advanceTimersByTime(700);
  expect(selects(2)).toBe(true);
});
