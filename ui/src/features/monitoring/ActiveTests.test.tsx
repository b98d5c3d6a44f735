import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Invite, Monitored } from "@/api/types";
import { invite, monitored } from "@/test/data";
import { ActiveTests } from "./ActiveTests";
import * as labels from "./labels";

const NOW = "2026-03-02T09:10:00Z";
const DEADLINE = "2026-03-02T09:45:00Z";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const people = (count: number): Invite[] =>
  Array.from({ length: count }, (_, n) =>
    invite(`i-${n}`, { applicant_name: `Person ${n}`, status: "in_progress", deadline: DEADLINE }),
  );
const rowsOf = (invites: Invite[], changes: (n: number) => Partial<Monitored> = () => ({})) =>
  new Map(invites.map(({ id }, n) => [id, monitored({ invite_id: id, deadline: DEADLINE, ...changes(n) })]));

const list = (
  invites: Invite[],
  live: Map<string, Monitored>,
  onSelect: (id: string) => void = () => undefined,
) => <ActiveTests invites={invites} live={live} selected={null} onSelect={onSelect} />;

/** The browser begins or ends to leave the row out of its layout, as by scrolling. */
const skip = (row: HTMLElement, skipped: boolean) =>
  fireEvent(row, Object.assign(new Event("contentvisibilityautostatechange"), { skipped }));

const second = () => act(() => vi.advanceTimersByTime(1000));

it("renders each second only the rows that the browser lays out", () => {
  const invites = people(300);
  render(list(invites, rowsOf(invites)));
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(300);
  for (const row of rows.slice(10)) skip(row, true);
  const rendered = vi.spyOn(labels, "questionWords");
  second();
  expect(rendered).toHaveBeenCalledTimes(10);
  expect(rows[9]).toHaveTextContent("34:59");
  expect(rows[10]).toHaveTextContent("35:00");
  // Scrolled into view, it says what is true now.
  for (let n = 0; n < 60; n++) second();
  skip(rows[10] as HTMLElement, false);
  expect(rows[10]).toHaveTextContent("33:59");
});

it("keeps one clock for all rows", () => {
  const invites = people(300);
  render(list(invites, rowsOf(invites)));
  expect(vi.getTimerCount()).toBe(1);
});

it("renders again the rows alone that a reply of the server changes, in view or not", () => {
  const invites = people(40);
  const { rerender } = render(list(invites, rowsOf(invites)));
  const rows = screen.getAllByRole("listitem");
  for (const row of rows) skip(row, true);
  const rendered = vi.spyOn(labels, "questionWords");
  const later = "2026-03-02T09:10:05Z";
  const reported = { server_time: later, connection: { state: "connected", heard_at: later } } as const;
  rerender(
    list(
      structuredClone(invites),
      rowsOf(invites, (n) => ({ ...reported, ...(n === 30 && { question: 3 }) })),
    ),
  );
  expect(rendered).toHaveBeenCalledTimes(1);
  expect(rows[30]).toHaveTextContent("Question 3 of 3");
});

it("chooses by what the page does now", () => {
  const invites = people(1);
  const [before, after] = [vi.fn(), vi.fn()];
  const { rerender } = render(list(invites, rowsOf(invites), before));
  rerender(list(invites, rowsOf(invites), after));
  fireEvent.click(screen.getByRole("button", { name: /Person 0/ }));
  expect(before).not.toHaveBeenCalled();
  expect(after).toHaveBeenCalledExactlyOnceWith("i-0");
});
