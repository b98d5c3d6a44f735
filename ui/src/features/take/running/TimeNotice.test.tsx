import { act, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { server } from "@/test/mock-server";
import { intro, LOAD, openTakePage, START, started } from "@/test/take";
import * as rules from "../session/section-rules";
import { installRules } from "../session/sections";
import { newStore } from "../session/state";
import type { TakeSession } from "../session/take-session";
import { TakeProvider } from "../useTake";
import { TimeNotice } from "./TimeNotice";

const SHOWN_MS = 20_000;

it("says at the clock, and to screen readers, that time was added, and stops after a while", async () => {
  const first = started();
  server.reply(START, 200, first);
  const user = await openTakePage();
  await user.click(await screen.findByRole("button", { name: "Start Test" }));
  await user.click(await screen.findByRole("button", { name: "Proceed" }));
  await screen.findByRole("heading", { name: "Question 1" });
  const region = await waitFor(() => {
    const found = document.querySelector<HTMLElement>("[data-time-notice]");
    if (!found) throw new Error("no region");
    return found;
  });
  expect(region).toHaveAttribute("role", "status");
  expect(region).toBeEmptyDOMElement();
  const deadline = new Date(Date.parse(first.deadline) + 600_000).toISOString();
  const attempt = { ...first, deadline };
  server.reply(LOAD, 200, { ...intro(), in_progress: true, attempt });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  try {
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(region).toHaveTextContent(/^Your test now ends at .+, 10 minutes later\.$/));
    // The countdown follows with its next tick, not with the notice.
    await waitFor(() =>
      expect(screen.getByRole("timer", { name: "Time left" })).toHaveTextContent(/^0:5[45]:/),
    );
    act(() => vi.advanceTimersByTime(SHOWN_MS + 1_000));
    await waitFor(() => expect(region).toBeEmptyDOMElement());
    expect(within(region).queryByText(/later/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it("says also what was added to a section while the page was closed", () => {
  installRules(rules);
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 14, minutes)).toISOString();
  const store = newStore();
  const sections = [{ title: "Reading", questions: 1, time_minutes: 10 }];
  const entered = [{ entered_at: at(0), ends_at: at(15) }];
  store.setState({
    sections,
    entered,
    noticedEnds: { 0: at(10) },
    noticedDeadline: at(30),
    deadline: at(35),
  });
  const notice = vi.fn();
  render(
    <TakeProvider value={{ store, notice } as unknown as TakeSession}>
      <TimeNotice />
    </TakeProvider>,
  );
  expect(screen.getByRole("status")).toHaveTextContent(
    /^Your test now ends at .+ and this section at .+, 5 minutes later\.$/,
  );
  expect(notice).not.toHaveBeenCalled();
  act(() => store.setState({ noticedEnds: {}, noticedDeadline: at(35) }));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(notice).toHaveBeenCalledWith(at(35), { 0: at(15) });
});
