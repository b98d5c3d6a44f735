import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { textOf } from "@/test/saved-file";
import {
  answersFileOf,
  discardUndelivered,
  dropDelivered,
  keepUndelivered,
  type LateText,
  onUndelivered,
  type Undelivered,
  undelivered,
  undeliveredCount,
} from "./undelivered";

const text = (question_id: string, seq: number, answer = `${question_id} ${seq}`): LateText => ({
  question_id,
  number: Number(question_id.slice(1)),
  answer,
  seq,
});
const left = (texts: LateText[], token = "tok"): Undelivered => ({
  token,
  key: "k",
  title: "Arithmetic",
  applicant: "Noor Haddad",
  invite_id: "i-1",
  texts,
});
const slot = (token: string) => `invigil_undelivered:${token}`;
const names = () => undelivered().map(({ token, texts }) => [token, ...texts.map(({ answer }) => answer)]);

/** A page that was loaded again: it knows what the browser stores, and nothing else. */
async function reloaded() {
  vi.resetModules();
  return (await import("./undelivered")).undelivered();
}
const full = () =>
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  for (const { token } of undelivered()) discardUndelivered(token);
});

describe("answers that did not arrive", () => {
  it("are kept for the next page, in the order of the questions, by test", async () => {
    keepUndelivered(left([text("q3", 7), text("q1", 9)]));
    keepUndelivered(left([text("q2", 1)], "other"));
    expect(names()).toEqual([
      ["tok", "q1 9", "q3 7"],
      ["other", "q2 1"],
    ]);
    expect(undeliveredCount()).toBe(3);
    expect(await reloaded()).toEqual(undelivered());
  });

  it("of an earlier end of the same test stay, unless a newer text of the question is there", () => {
    keepUndelivered(left([text("q1", 3), text("q2", 8)]));
    keepUndelivered(left([text("q1", 5), text("q2", 6), text("q3", 7)]));
    expect(names()).toEqual([["tok", "q1 5", "q2 8", "q3 7"]]);
    keepUndelivered(left([]));
    expect(undeliveredCount()).toBe(3);
  });

  it("go one by one, and a newer text stays", () => {
    keepUndelivered(left([text("q1", 3), text("q2", 8)]));
    dropDelivered("tok", "q2", 7);
    dropDelivered("unknown", "q1", 9);
    dropDelivered("tok", "q1", 3);
    expect(names()).toEqual([["tok", "q2 8"]]);
    dropDelivered("tok", "q2", 8);
    expect([names(), localStorage.getItem(slot("tok"))]).toEqual([[], null]);
  });

  it("are not resurrected by the delivery of another tab's text", () => {
    keepUndelivered(left([text("q1", 3), text("q2", 8)]));
    // The other tab has delivered the first one meanwhile.
    localStorage.setItem(slot("tok"), JSON.stringify(left([text("q2", 8)])));
    dropDelivered("tok", "q1", 3);
    expect(names()).toEqual([["tok", "q2 8"]]);
    localStorage.removeItem(slot("tok"));
    dropDelivered("tok", "q2", 8);
    expect(names()).toEqual([]);
  });

  it("are reported to who listens", () => {
    const listener = vi.fn();
    const leave = onUndelivered(listener);
    keepUndelivered(left([text("q1", 3)]));
    expect(listener).toHaveBeenCalled();
    listener.mockClear();
    dropDelivered("tok", "q1", 3);
    expect(listener).toHaveBeenCalled();
    listener.mockClear();
    leave();
    keepUndelivered(left([text("q1", 3)]));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("a full disk", () => {
  it("loses nothing of the page, and the disk is used again once it has room", async () => {
    const disk = full();
    keepUndelivered(left([text("q1", 3), text("q2", 4)]));
    expect(names()).toEqual([["tok", "q1 3", "q2 4"]]);
    expect(localStorage.getItem(slot("tok"))).toBeNull();
    dropDelivered("tok", "q1", 3);
    expect(names()).toEqual([["tok", "q2 4"]]);
    disk.mockRestore();
    keepUndelivered(left([text("q3", 5)]));
    expect(names()).toEqual([["tok", "q2 4", "q3 5"]]);
    expect(await reloaded()).toHaveLength(1);
  });

  it("does not bring back what was delivered, nor hide what the disk still has", () => {
    keepUndelivered(left([text("q1", 3), text("q2", 4)]));
    full();
    dropDelivered("tok", "q1", 3);
    expect(names()).toEqual([["tok", "q2 4"]]);
    discardUndelivered("tok");
    expect(names()).toEqual([]);
  });

  it("is no storage at all: all of it stays in the page", () => {
    for (const call of ["getItem", "setItem", "removeItem"] as const) {
      vi.spyOn(Storage.prototype, call).mockImplementation(() => {
        throw new DOMException("no", "SecurityError");
      });
    }
    keepUndelivered(left([text("q1", 3)]));
    expect(names()).toEqual([["tok", "q1 3"]]);
    dropDelivered("tok", "q1", 3);
    expect(names()).toEqual([]);
  });
});

it.each([
  "",
  "{",
  "null",
  "7",
  JSON.stringify({ ...left([]), texts: undefined }),
  JSON.stringify({ ...left([]), key: undefined }),
  JSON.stringify({ ...left([]), texts: [{ ...text("q1", 3), seq: "3" }] }),
  JSON.stringify({ ...left([]), texts: [null] }),
])("what is no record is passed over, and the others stand: %s", (stored) => {
  localStorage.setItem(slot("bad"), stored);
  keepUndelivered(left([text("q1", 3)]));
  expect(names()).toEqual([["tok", "q1 3"]]);
});

it("the file has all that an administrator needs to add the answers", async () => {
  const file = answersFileOf(left([text("q2", 4, 'a "quote"\n<b>')]), new Date("2026-11-20T14:00:00Z"));
  expect(file.type).toBe("application/json");
  expect(JSON.parse(await textOf(file))).toEqual({
    format: "invigil-answers/1",
    test: "Arithmetic",
    applicant: "Noor Haddad",
    invite_id: "i-1",
    saved_at: "2026-11-20T14:00:00.000Z",
    attempt_key: "k",
    answers: [{ question_id: "q2", answer: 'a "quote"\n<b>', seq: 4 }],
  });
});
