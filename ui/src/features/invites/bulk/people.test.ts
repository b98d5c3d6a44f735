import { describe, expect, it } from "vitest";
import { parsePeople, toText } from "./people";

const short = (text: string) => parsePeople(text).map(({ name, email, problem }) => [name, email, problem]);

describe("a list of people", () => {
  it("may be separated by commas, semicolons or tabs", () => {
    for (const mark of [",", ";", "\t"])
      expect(short(`Ada${mark}ada@example.org\nBob${mark}bob@example.org`)).toEqual([
        ["Ada", "ada@example.org", undefined],
        ["Bob", "bob@example.org", undefined],
      ]);
  });
  it("may have a separator of its own on each line", () => {
    const text =
      "Ada,ada@example.org\nBob;bob@example.org\nLovelace, Eve;eve@example.org\nCy\tcy@example.org\n" +
      'Di;di@example.org;30\nFay <fay@example.org>\n"O;Neil",neil@example.org';
    expect(parsePeople(text).map(({ name, email, extra, problem }) => [name, email, extra, problem])).toEqual(
      [
        ["Ada", "ada@example.org", undefined, undefined],
        ["Bob", "bob@example.org", undefined, undefined],
        ["Lovelace, Eve", "eve@example.org", undefined, undefined],
        ["Cy", "cy@example.org", undefined, undefined],
        ["Di", "di@example.org", 30, undefined],
        ["Fay", "fay@example.org", undefined, undefined],
        ["O;Neil", "neil@example.org", undefined, undefined],
      ],
    );
    expect(short("email;name\nada@example.org;Ada\nbob@example.org,Bob")).toEqual([
      ["Ada", "ada@example.org", undefined],
      ["Bob", "bob@example.org", undefined],
    ]);
  });
  it("reports a line with two separators, and one with two people", () => {
    const problems = (text: string) => parsePeople(text).map(({ problem }) => problem);
    expect(problems("Ada,ada@example.org,30\nBob;bob@example.org,30")).toEqual([
      undefined,
      "Separate all parts of a line with the same character",
    ]);
    expect(problems("Ada <ada@example.org>; Bob <bob@example.org>\neve@example.org, cy@example.org")).toEqual(
      [
        "More than one address: put each person on a line of their own",
        "More than one address: put each person on a line of their own",
      ],
    );
  });
  it("may have a header, quotes, and columns in any order", () => {
    const text = '\uFEFFE-mail,City,Full Name\r\nada@example.org,London,"Lovelace, Ada"\r\n';
    expect(parsePeople(text)).toEqual([{ line: 2, name: "Lovelace, Ada", email: "ada@example.org" }]);
  });
  it("may be addresses as formatted by mail clients", () => {
    expect(short("Ada Lovelace <ada@example.org>\n\nbob@example.org, Bob")).toEqual([
      ["Ada Lovelace", "ada@example.org", undefined],
      ["Bob", "bob@example.org", undefined],
    ]);
  });
  it("reports invalid rows with a reason", () => {
    const people = parsePeople("Ada,ada@example.org\nBob\nEve,eve\n,x@example.org\nAda,ADA@example.org");
    expect(people.map((p) => p.problem)).toEqual([
      undefined,
      "The email is missing",
      "This is not an email address",
      "The name is missing",
      "The same address as in line 1",
    ]);
    expect(people.map((p) => p.line)).toEqual([1, 2, 3, 4, 5]);
  });
  it("may have a column of extra minutes", () => {
    const extra = (text: string) => parsePeople(text).map((p) => [p.name, p.extra, p.problem]);
    expect(extra("email,extra_minutes,name\na@b.c,30,Ada\nb@b.c,,Bob\nc@b.c,much,Cy\nd@b.c,481,Di")).toEqual([
      ["Ada", 30, undefined],
      ["Bob", undefined, undefined],
      ["Cy", undefined, "The extra time must be between 0 and 480 minutes"],
      ["Di", undefined, "The extra time must be between 0 and 480 minutes"],
    ]);
    expect(extra("Ada,ada@example.org,0\nLovelace,Ada,ada@example.net")).toEqual([
      ["Ada", 0, undefined],
      ["Lovelace Ada", undefined, undefined],
    ]);
    const people = parsePeople("Ada,ada@example.org,15\nBob,bob@example.org");
    expect(parsePeople(toText(people))).toEqual(people);
  });
  it("may have columns of bounds", () => {
    const text =
      "name,email,opens_at,closes_at\nAda,ada@b.c,2027-03-01T10:00:00Z,2027-03-02T10:00:00+01:00\n" +
      "Bob,bob@b.c,,Friday\nCy,cy@b.c,2027-03-03T10:00:00Z,2027-03-02T10:00:00Z\nDi,di@b.c,,";
    const people = parsePeople(text);
    expect(people.map(({ opens, closes }) => [opens, closes])).toEqual([
      ["2027-03-01T10:00:00Z", "2027-03-02T10:00:00+01:00"],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(people.map(({ problem }) => problem)).toEqual([
      undefined,
      "Opening and closing must look like 2027-03-01T10:00:00+01:00",
      "The invitation must close after it opens",
      undefined,
    ]);
    const good = people.filter(({ problem }) => !problem).map((person, n) => ({ ...person, line: n + 2 }));
    expect(parsePeople(toText(good))).toEqual(good);
  });
  it("parses a thousand rows", () => {
    const text = Array.from({ length: 1000 }, (_, n) => `Person ${n},p${n}@example.org`).join("\n");
    const people = parsePeople(text);
    expect(people).toHaveLength(1000);
    expect(people.filter((p) => p.problem)).toEqual([]);
  });
  it("survives a round trip through text", () => {
    const people = parsePeople('"Lovelace, Ada",ada@example.org\nBob,bob@example.org');
    expect(parsePeople(toText(people))).toEqual(people);
  });
  it("is empty without a row", () => expect(parsePeople(" \n\n")).toEqual([]));
});
