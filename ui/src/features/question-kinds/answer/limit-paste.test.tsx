import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ANSWER_LIMIT } from "@/lib/answer-text";
import { EssayAnswer } from "../essay/Answer";

const insert = (field: HTMLElement, text: string) =>
  fireEvent.paste(field, { clipboardData: { getData: () => text } });

it("refuses what would exceed the limit before the browser inserts it, and reports it", () => {
  const onChange = vi.fn();
  render(<EssayAnswer answer="before" overLimit={false} onChange={onChange} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" });
  field.setSelectionRange(0, 6);
  expect(insert(field, "x".repeat(ANSWER_LIMIT))).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
  field.setSelectionRange(6, 6);
  const long = "x".repeat(ANSWER_LIMIT);
  expect(insert(field, long)).toBe(false);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(`before${long}`);
});
