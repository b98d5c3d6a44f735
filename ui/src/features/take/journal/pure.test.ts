import { describe, expect, it } from "vitest";
import { ANSWER_LIMIT, cleanAnswer, fitsAnswer, utf8Bytes } from "@/lib/answer-text";
import { backoff, retryWait } from "@/lib/backoff";
import { newestThatFit, SAVE_LIMIT, splitBatches } from "./batch";
import { makeAttemptKey } from "./key";
import { mergeSaved } from "./merge";

const entry = (question_id: string, answer: string, seq: number) => ({ question_id, answer, seq });
const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe("attempt key", () => {
  it("is 32 bytes of base64url and never the same", () => {
    const keys = new Set(Array.from({ length: 50 }, makeAttemptKey));
    expect(keys.size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe("answer text", () => {
  it.each(["", "abc", "é".repeat(2000), "漢字".repeat(900), "😀x".repeat(700)])(
    "counts bytes as UTF-8",
    (t) => {
      expect(utf8Bytes(t)).toBe(new TextEncoder().encode(t).length);
    },
  );

  it("has its limit at 64 KiB of bytes, not characters", () => {
    expect(fitsAnswer("a".repeat(ANSWER_LIMIT))).toBe(true);
    expect(fitsAnswer("a".repeat(ANSWER_LIMIT + 1))).toBe(false);
    expect(fitsAnswer("é".repeat(ANSWER_LIMIT / 2))).toBe(true);
    expect(fitsAnswer("é".repeat(ANSWER_LIMIT / 2 + 1))).toBe(false);
  });

  it("drops what a strict JSON parser rejects and keeps the rest", () => {
    expect(cleanAnswer("a\u0000b\u001fc\td\ne")).toBe("abc\td\ne");
    expect(cleanAnswer("a\r\nb")).toBe("a\nb");
    expect(cleanAnswer("x\ud83dy\ude00z")).toBe("x\ufffdy\ufffdz");
    expect(cleanAnswer("😀")).toBe("😀");
  });
});

describe("batches", () => {
  it("stay under the limit in bytes of JSON and keep every entry in order", () => {
    const entries = Array.from({ length: 40 }, (_, i) => entry(`q${i}`, '"é\n'.repeat(5_000), i + 1));
    const batches = splitBatches(entries);
    expect(batches.length).toBeGreaterThan(1);
    for (const answers of batches) expect(jsonBytes({ answers })).toBeLessThanOrEqual(256 * 1024);
    expect(batches.flat()).toEqual(entries);
  });

  it("hold the largest answer that the field accepts", () => {
    const worst = entry("q", "\n".repeat(ANSWER_LIMIT), 1);
    expect(jsonBytes({ answers: [worst] })).toBeLessThan(SAVE_LIMIT);
  });

  it("for a closing page take the newest that fit", () => {
    const entries = [
      entry("old", "a".repeat(40_000), 1),
      entry("huge", "b".repeat(64_000), 2),
      entry("new", "c", 3),
    ];
    expect(newestThatFit(entries).map((e) => e.question_id)).toEqual(["new", "old"]);
    expect(jsonBytes({ answers: newestThatFit(entries) })).toBeLessThan(64 * 1024);
  });
});

describe("backoff", () => {
  it("grows from one second to fifteen", () => {
    const waits = [1, 2, 3, 4, 5, 9].map((n) => backoff(n, () => 0.5));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15000, 15000]);
  });

  it("adds jitter to the first retry of a thousand browsers too", () => {
    expect(backoff(1, () => 0)).toBe(500);
    expect(backoff(1, () => 0.999)).toBeGreaterThan(1_400);
    expect(backoff(9, () => 0.999)).toBeLessThan(22_500);
  });

  it("is never shorter than Retry-After, with jitter on top", () => {
    expect(retryWait(1, 7_000, () => 0)).toBe(7_000);
    expect(retryWait(1, 7_000, () => 0.999)).toBeGreaterThan(10_000);
    // Repeated failures back off, however short Retry-After is.
    expect(retryWait(9, 1_000, () => 0)).toBe(7_500);
    expect(retryWait(1, 86_400_000, () => 0)).toBe(120_000);
    expect(retryWait(2, undefined, () => 0.5)).toBe(2_000);
  });
});

describe("merge", () => {
  const local = { token: "t", question_id: "q", answer: "mine", seq: 5, acked_seq: 0, edited_at: 1 };
  it("keeps a newer local answer unsent", () => {
    expect(mergeSaved("t", local, entry("q", "server", 3))).toMatchObject({
      answer: "mine",
      seq: 5,
      acked_seq: 3,
    });
  });
  it("takes a newer answer of the server as confirmed", () => {
    expect(mergeSaved("t", local, entry("q", "server", 7))).toMatchObject({
      answer: "server",
      seq: 7,
      acked_seq: 7,
    });
  });
});
