import { afterEach, expect, it, vi } from "vitest";
import { openBroadcast } from "./storage";

const refused = () => new DOMException("The operation is insecure.", "SecurityError");

afterEach(() => void vi.unstubAllGlobals());

it("returns no channel if the browser refuses it", () => {
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
});
