import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { ALL, assigned, DIVIDED, inNoShare, proctorsOf } from "./shares";

const person = (n: number) => ({
  ...sampled("SessionPerson"),
  invite_id: `i${n}`,
  applicant_name: `Person ${n}`,
});
const PEOPLE = [1, 2, 3, 4].map(person);

const session = (...shares: (string[] | undefined)[]) => ({
  ...sampled("ExamSession"),
  proctors: shares.map((invites, n) => ({
    account_id: `a${n}`,
    name: `Proctor ${n}`,
    ...(invites && { invites }),
  })),
});

describe("who looks after whom", () => {
  it("is all proctors, or those whose share has the person", () => {
    expect(PEOPLE.map((one) => proctorsOf(session(undefined, undefined), one))).toEqual(Array(4).fill(null));
    const shared = session(undefined, ["i2"]);
    expect(PEOPLE.slice(0, 2).map((one) => proctorsOf(shared, one))).toEqual([["Proctor 0"], null]);
    expect(proctorsOf(session(["i2"]), person(1))).toEqual([]);
  });

  it("counts those in no share, where no proctor has everyone", () => {
    const of = (...shares: (string[] | undefined)[]) => inNoShare({ ...session(...shares), people: 4 });
    expect([of(), of(undefined, ["i1"]), of(["i1", "i2"], ["i2"]), of([])]).toEqual([0, 0, 2, 4]);
  });

  it("divides by name, whatever the order of the list", () => {
    const after = assigned(session(undefined, undefined), PEOPLE, PEOPLE.toReversed(), DIVIDED);
    expect(after).toEqual([
      { account_id: "a0", invites: ["i1", "i2"] },
      { account_id: "a1", invites: ["i3", "i4"] },
    ]);
    const few = assigned(session(undefined, undefined, undefined), PEOPLE, PEOPLE.slice(0, 2), DIVIDED);
    expect(few.map(({ invites }) => invites)).toEqual([
      ["i1", "i3", "i4"],
      ["i2", "i3", "i4"],
      ["i3", "i4"],
    ]);
  });

  it("gives the chosen to one alone, and leaves the others as they were", () => {
    const after = assigned(session(["i1", "i2"], ["i3", "i4"]), PEOPLE, [person(1)], "a1");
    expect(after.map(({ invites }) => invites)).toEqual([["i2"], ["i1", "i3", "i4"]]);
  });

  it("is the whole session again once it is everyone", () => {
    expect(assigned(session(["i1"], ["i2"]), PEOPLE, PEOPLE, ALL)).toEqual([
      { account_id: "a0" },
      { account_id: "a1" },
    ]);
  });
});
