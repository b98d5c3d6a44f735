import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { orUndefined, withTimeout } from "./timeout";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const never = new Promise<string>(() => undefined);

it("forwards a result in time, and an error", async () => {
  await expect(withTimeout(Promise.resolve("x"), 1_000)).resolves.toBe("x");
  await expect(withTimeout(Promise.reject(new RangeError("y")), 1_000)).rejects.toThrow("y");
  expect(vi.getTimerCount()).toBe(0);
});

it("rejects after the timeout", async () => {
  const refused = expect(withTimeout(never, 1_000)).rejects.toThrow("too slow");
  const without = orUndefined(never, 500);
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  expect(await without).toBeUndefined();
});
