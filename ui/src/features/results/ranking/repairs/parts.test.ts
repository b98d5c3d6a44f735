import { expect, it } from "vitest";
import { idsOf, listed, parted, partsOf } from "./parts";

it("answers of parts are read and written as candidates' are", () => {
  expect(idsOf(listed(["o2", "o1"]))).toEqual(["o2", "o1"]);
  expect(partsOf(parted({ l1: "r2", l2: " " }))).toEqual({ l1: "r2" });
  expect([listed([]), listed(["", ""]), parted({ l1: "" })]).toEqual(["", "", ""]);
});

it("another text has no parts", () => {
  for (const text of ["", "3.5 kg", "{", "7", "null"]) {
    expect(idsOf(text)).toEqual([]);
    expect(partsOf(text)).toEqual({});
  }
});
