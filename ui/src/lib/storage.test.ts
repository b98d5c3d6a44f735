import { afterEach, expect, it, vi } from "vitest";
import { inOneTab, openBroadcast } from "./storage";

const refused = () => new DOMException("The operation is insecure.", "SecurityError");

afterEach(() => void vi.unstubAllGlobals());

it("a tab is alone where the browser refuses the means to agree", async () => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        throw refused();
      }
    },
  );
  expect(openBroadcast("a")).toBeUndefined();
  vi.stubGlobal("BroadcastChannel", undefined);
  expect(openBroadcast("a")).toBeUndefined();

  const run = vi.fn(async () => undefined);
  const { signal } = new AbortController();
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(refused()) } });
  await inOneTab("a", signal, run);
  expect(run).toHaveBeenCalledTimes(1);
  // Plain http has no locks at all.
  vi.stubGlobal("navigator", {});
  await inOneTab("a", signal, run);
  expect(run).toHaveBeenCalledTimes(2);
});

it("the lock decides where there is one", async () => {
  const request = vi.fn(async (_name: string, _options: object, held: () => Promise<void>) => held());
  vi.stubGlobal("navigator", { locks: { request } });
  const run = vi.fn(async () => undefined);
  const end = new AbortController();
  await inOneTab("a", end.signal, run);
  expect(request).toHaveBeenCalledWith("a", { signal: end.signal }, expect.any(Function));
  expect(run).toHaveBeenCalledTimes(1);
  // What goes wrong once it is held is no refusal: it is not begun again.
  run.mockRejectedValueOnce(new Error("broken"));
  await expect(inOneTab("a", end.signal, run)).rejects.toThrow("broken");
  expect(run).toHaveBeenCalledTimes(2);
  end.abort();
  request.mockRejectedValueOnce(end.signal.reason);
  await inOneTab("a", end.signal, run);
  expect(run).toHaveBeenCalledTimes(2);
});
