import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TakeSession } from "../session/take-session";
import { HIDING, watchSignals } from "./watch";

describe("watching the page's surroundings", () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible", fullscreenElement: null });
  const browser = Object.assign(new EventTarget(), { screen: {} });
  const noted: string[] = [];
  const session = {
    token: "tok",
    attemptKey: "k",
    note: (kind: string) => void noted.push(kind),
    onSignals: () => () => undefined,
  } as unknown as TakeSession;
  let stop: AbortController;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", browser);
    vi.stubGlobal("document", page);
    noted.length = 0;
    page.visibilityState = "visible";
    stop = new AbortController();
    watchSignals(session, stop.signal);
  });
  afterEach(() => {
    stop.abort();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const focus = (event: "blur" | "focus") => void browser.dispatchEvent(new Event(event));
  const becomes = (state: "visible" | "hidden") => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };

  it("records one event when another tab is opened, in either order of browser events", () => {
    // Firefox, with some 30 ms between the two.
    focus("blur");
    vi.advanceTimersByTime(30);
    becomes("hidden");
    vi.advanceTimersByTime(10 * HIDING);
    becomes("visible");
    focus("focus");
    expect(noted.splice(0)).toEqual(["tab_hidden", "tab_visible"]);
    // Chromium, which returns the focus before it shows the page.
    focus("blur");
    becomes("hidden");
    vi.advanceTimersByTime(10 * HIDING);
    focus("focus");
    becomes("visible");
    expect(noted).toEqual(["tab_hidden", "tab_visible"]);
  });

  it("records another program in front of a visible page once", () => {
    focus("blur");
    vi.advanceTimersByTime(HIDING);
    expect(noted).toEqual(["blur"]);
    focus("focus");
    focus("focus");
    expect(noted).toEqual(["blur", "focus"]);
  });

  it("records nothing if the focus returns at once, or after the test", () => {
    focus("blur");
    focus("focus");
    focus("blur");
    stop.abort();
    vi.advanceTimersByTime(10 * HIDING);
    expect(noted).toEqual([]);
  });
});
