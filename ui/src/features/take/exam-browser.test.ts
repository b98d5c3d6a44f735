import { afterEach, beforeEach, expect, it, vi } from "vitest";

const PAGE = "https://exam.example.org/take-test/tok-1?language=de";
const KEYS = { configKey: "c".repeat(64), browserExamKey: "e".repeat(64) };

/** The module remembers that the browser has set its keys. */
const headers = async () => (await import("./exam-browser")).examBrowserHeaders();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("location", { href: `${PAGE}#question` });
  // The page has moved on without loading another document: the keys are of the first one.
  vi.stubGlobal("performance", { ...performance, getEntriesByType: () => [{ name: `${PAGE}#top` }] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("sends nothing in other browsers", async () => {
  expect(await headers()).toEqual({});
});

it("sends the keys of the JavaScript interface with the address of their document", async () => {
  vi.stubGlobal("SafeExamBrowser", { security: KEYS });
  expect(await headers()).toEqual({
    "X-Exam-Browser-Page": PAGE,
    "X-Exam-Browser-Config-Key": KEYS.configKey,
    "X-Exam-Browser-Exam-Key": KEYS.browserExamKey,
  });
});

it("asks a browser once that sets its keys only then", async () => {
  const security: Partial<typeof KEYS> & { updateKeys: (done: () => void) => void } = {
    updateKeys: vi.fn((done: () => void) => {
      Object.assign(security, { configKey: KEYS.configKey });
      done();
    }),
  };
  vi.stubGlobal("SafeExamBrowser", { security });
  const expected = { "X-Exam-Browser-Page": PAGE, "X-Exam-Browser-Config-Key": KEYS.configKey };
  expect(await headers()).toEqual(expected);
  expect(await headers()).toEqual(expected);
  expect(security.updateKeys).toHaveBeenCalledTimes(1);
});

it("goes on without keys where the browser does not reply", async () => {
  vi.stubGlobal("SafeExamBrowser", { security: { updateKeys: () => {} } });
  const sent = headers();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await sent).toEqual({ "X-Exam-Browser-Page": PAGE });
});
