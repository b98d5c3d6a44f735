import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorScreen } from "./ErrorScreen";
import { Boundary } from "./Failure";
import { Renewal, renewals } from "./renewal";

const sent = vi.fn<typeof fetch>();
const renew = vi.fn();
let at = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", sent.mockReset().mockRejectedValue(new TypeError("Failed to fetch")));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // What failed in another test was long ago.
  at += 3_600_000;
  vi.spyOn(performance, "now").mockImplementation(() => at);
  renew.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function fail(error: Error) {
  window.history.replaceState(null, "", "/take-test/tok");
  const Broken = () => {
    throw error;
  };
  const router = createMemoryRouter(
    [{ path: "take-test/:token", Component: Broken, ErrorBoundary: ErrorScreen }],
    { initialEntries: ["/take-test/tok"] },
  );
  render(
    <Renewal value={renew}>
      <RouterProvider router={router} />
    </Renewal>,
  );
}
/** Only what needs neither a timer nor an event. */
const settled = () => act(async () => Promise.resolve());

it.each(["planted", "Cannot read properties of undefined (reading 'module')", "cannot fetch a row"])(
  "makes a test's page again without a timer and without a call: %s",
  async (message) => {
    fail(new TypeError(message));
    await settled();

    expect(renew).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(sent).not.toHaveBeenCalled();
    expect(screen.queryByText("Unexpected Application Error!")).toBeNull();
  },
);

it("waits before the second try", async () => {
  renewals.next(at, true);
  fail(new TypeError("planted"));
  await settled();
  expect(renew).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(renew).toHaveBeenCalledTimes(1);
});

it.each([
  new TypeError("Failed to fetch dynamically imported module: /assets/x.js"),
  new TypeError("error loading dynamically imported module: /assets/x.js"),
  new TypeError("Importing a module script failed."),
  // Vite's, where a screen has a style of its own.
  new Error("Unable to preload CSS for /assets/x.css"),
])("waits for the server where a part of the page is missing: %s", async (error) => {
  fail(error);
  await settled();
  expect(renew).not.toHaveBeenCalled();
  expect(sent).toHaveBeenCalledWith("/healthz", expect.anything());
});

it("makes the page of a test again that has no router", async () => {
  window.history.replaceState(null, "", "/take-test/tok");
  const Broken = () => {
    throw new TypeError("planted");
  };
  render(
    <Renewal value={renew}>
      <Boundary>
        <Broken />
      </Boundary>
    </Renewal>,
  );
  await settled();
  expect(renew).toHaveBeenCalledTimes(1);
});
