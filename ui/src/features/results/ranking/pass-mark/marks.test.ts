import { describe, expect, it } from "vitest";
import { isMarked, marksKey, marksText, readMarks, typedMarks } from "./marks";

const SECTIONS = ["SQL", "Writing"];

describe("pass marks of sections", () => {
  it("are read in the order of the sections, empty ones left out", () => {
    const typed = { percent: "60", sections: { Writing: "50 %", SQL: "" } };
    const marks = { percent: 60, sections: [{ section: "Writing", percent: 50 }] };
    expect(readMarks(typed, SECTIONS)).toEqual(marks);
    expect(readMarks(typedMarks(marks), SECTIONS)).toEqual(marks);
  });

  it("are refused as a whole where one is no percentage", () => {
    expect(readMarks({ percent: "", sections: { SQL: "most" } }, SECTIONS)).toBeUndefined();
    expect(readMarks({ percent: "101", sections: {} }, SECTIONS)).toBeUndefined();
  });

  it("are shown in words, and compared whatever their order", () => {
    const both = [
      { section: "SQL", percent: 50 },
      { section: "Writing", percent: 40.5 },
    ];
    expect(marksText({ percent: 60, sections: both })).toBe("60%, SQL 50%, Writing 40.5%");
    expect(marksText({ percent: null, sections: [] })).toBe("none");
    expect(marksKey({ percent: null, sections: both })).toBe(
      marksKey({ percent: null, sections: [...both].reverse() }),
    );
    expect(isMarked({ percent: null, sections: both })).toBe(true);
    expect(isMarked({ percent: null, sections: [] })).toBe(false);
  });
});
