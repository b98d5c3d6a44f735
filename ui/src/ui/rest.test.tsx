import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { REST_MS, useRest } from "@/lib/useRest";
import { Button } from "./Button";

function End({ at, onEnd }: { at: number; onEnd(): void }) {
  return (
    <>
      <textarea />
      <Button disabled={!useRest(at)} onClick={onEnd}>
        End
      </Button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("takes no press of a row, however long it is, and the first one after a rest", () => {
  const onEnd = vi.fn();
  const { rerender } = render(<End at={1} onEnd={onEnd} />);
  const button = screen.getByRole("button");
  for (let press = 0; press < 20; press++) {
    fireEvent.pointerDown(press % 2 ? button : document.body);
    fireEvent.click(button);
    fireEvent.keyDown(document.body, { key: "Enter", repeat: true });
    pass(700);
  }
  fireEvent.keyDown(document.body, { key: "a" });
  fireEvent.keyDown(screen.getByRole("textbox"), { key: " " });
  pass(REST_MS - 701);
  expect(button).toBeDisabled();
  pass(1);
  expect(button).toBeEnabled();
  rerender(<End at={2} onEnd={onEnd} />);
  expect(button).toBeDisabled();
  pass(REST_MS);
  expect(onEnd).not.toHaveBeenCalled();
  fireEvent.click(button);
  expect(onEnd).toHaveBeenCalledOnce();
});

it("presses once for a held key", () => {
  render(<Button>Next</Button>);
  const button = screen.getByRole("button");
  expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(true);
  expect(fireEvent.keyDown(button, { key: "Enter", repeat: true })).toBe(false);
});
