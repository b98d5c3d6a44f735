import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { localDay } from "@/lib/days";
import { Field } from "../Field";
import { DayInput } from "./DayInput";

afterEach(() => act(() => show(ENGLISH)));

it.each([
  ["en", "MM/DD/YYYY", "11/02/2026", "November 2026"],
  ["de", "TT.MM.JJJJ", "02.11.2026", "November 2026"],
  ["fr", "JJ/MM/AAAA", "02/11/2026", "novembre 2026"],
])("takes a day as it is written in %s, and names the month so", async (tag, form, typed, month) => {
  show({ tag, direction: "ltr", parts: {} });
  const onChange = vi.fn();
  const page = (value: Date | null) => (
    <Field label="Day">
      <DayInput value={value} onChange={onChange} />
    </Field>
  );
  const { rerender } = render(page(null));
  const user = userEvent.setup();
  await vi.waitFor(() => expect(screen.getByPlaceholderText(form)).toBeEnabled(), 10_000);
  await user.click(screen.getByPlaceholderText(form));
  await vi.waitFor(() => expect(screen.getByRole("dialog")).not.toHaveAttribute("aria-label", "Choose Date"));
  await user.keyboard(typed);
  const chosen = onChange.mock.lastCall?.[0] as Date;
  expect(localDay(chosen)).toBe("2026-11-02");
  rerender(page(chosen));
  // The picker announces the month as well, where it is another than the current one.
  expect(screen.getByRole("heading", { name: month })).toBeVisible();
});
