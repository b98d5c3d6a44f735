import { describe, expect, it } from "vitest";
import { inOrder, isDoubtful, toText } from "./people";

describe("a list of people", () => {
  it("is text again, with the columns that it needs", () => {
    const ada = { name: "Lovelace, Ada", email: "ada@example.org" };
    expect(toText([ada])).toBe('name,email\r\n"Lovelace, Ada",ada@example.org');
    const bob = {
      name: "Bob",
      email: "bob@example.org",
      extra_minutes: 15,
      closes_at: "2027-03-02T10:00:00Z",
    };
    expect(toText([ada, bob]).split("\r\n")).toEqual([
      "name,email,extra_minutes,closes_at",
      '"Lovelace, Ada",ada@example.org,,',
      "Bob,bob@example.org,15,2027-03-02T10:00:00Z",
    ]);
  });

  it("begins with problems, then with names that depend on a guess", () => {
    const people = [
      { line: 1, name: "Ada", email: "ada@example.org" },
      { line: 2, name: "Jörg", email: "joerg@example.org" },
      { line: 3, name: "", email: "x@example.org", problem: "A name is required." },
    ];
    const lines = (checkNames: boolean) => inOrder(people, checkNames).map(({ line }) => line);
    expect(lines(true)).toEqual([3, 2, 1]);
    expect(lines(false)).toEqual([3, 1, 2]);
    expect(people.map(isDoubtful)).toEqual([false, true, false]);
  });
});
