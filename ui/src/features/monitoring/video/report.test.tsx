import { afterEach, expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { monitoring } from "@/i18n/staff/de/monitoring";
import { toast } from "@/ui/toast";
import { said, type Words } from "./labels";
import { IDLE, type Link, LOST } from "./link";
import { reportFailures } from "./report";

afterEach(() => {
  vi.restoreAllMocks();
  show(ENGLISH);
});

const failed = (words: Words, changes: Partial<Link> = {}): Link => ({
  ...IDLE,
  phase: "failed",
  tries: 1,
  words,
  ...changes,
});
const REASON = "The server is busy.";

it.each<[string, Link, string]>([
  [
    "a step without its reason",
    failed({ key: "noSession", reason: REASON }),
    "Failed to initialize monitoring session",
  ],
  ["another failure in general", failed(LOST), "Video connection failed"],
  ["what the server says", failed(REASON), "Video connection failed"],
  [
    "all of what is final",
    failed({ key: "noVideoSession", reason: REASON }, { ended: true }),
    `Failed to start video monitoring: ${REASON}`,
  ],
])("names %s, once", (_, link, expected) => {
  const error = vi.spyOn(toast, "error").mockImplementation(() => undefined);
  const report = reportFailures();
  report(link);
  report(link);
  expect(error.mock.calls.map(([words]) => words)).toEqual([expected]);
});

it("says the same problem in the language that is chosen meanwhile", () => {
  expect(said(LOST)).toBe("The video connection was lost. Reconnecting.");
  show({ tag: "de", direction: "ltr", parts: { monitoring } });
  expect(said(LOST)).toBe(monitoring.videoLost);
  expect(said(REASON)).toBe(REASON);
});
