import { beforeEach, expect, it } from "vitest";
import { deletedCount, knownReceipt, noteDeleted, rememberReceipt } from "./known-receipts";

const DAY = 24 * 3_600_000;
beforeEach(() => localStorage.clear());

it("keeps the way to the last receipts for a week", () => {
  for (let n = 0; n < 7; n++) rememberReceipt(`link ${n}`, `receipt ${n}`, n);
  rememberReceipt("link 3", "receipt again", 7);
  expect([1, 2, 3, 4, 5, 6].map((n) => knownReceipt(`link ${n}`, 8))).toEqual([
    undefined,
    "receipt 2",
    "receipt again",
    "receipt 4",
    "receipt 5",
    "receipt 6",
  ]);
  expect(knownReceipt("link 6", 7 * DAY + 6)).toBeUndefined();
  localStorage.setItem("invigil_receipts", "[{]");
  expect(knownReceipt("link 6", 8)).toBeUndefined();
});

it("counts what was deleted before it arrived, until the test ends again", () => {
  rememberReceipt("link", "receipt", 1);
  noteDeleted("link", 2, 2);
  noteDeleted("link", 1, 3);
  noteDeleted("unknown", 1, 3);
  expect([deletedCount("link", 4), deletedCount("unknown", 4), deletedCount("other", 4)]).toEqual([3, 1, 0]);
  expect([knownReceipt("link", 4), knownReceipt("unknown", 4)]).toEqual(["receipt", undefined]);
  rememberReceipt("link", "receipt", 5);
  expect(deletedCount("link", 6)).toBe(0);
});
