import { describe, expect, it } from "vitest";
import type { Test } from "@/api/types";
import { fieldsOf, isChanged, missing, toInput } from "./input";

const test: Test = {
  id: "1",
  title: "Logic",
  description: "Short",
  duration_minutes: 45,
  questions: [{ id: "1", type: "essay", question: "Why?", points: 1 }],
  require_fullscreen: false,
  history: "saves",
  question_count: 1,
  total_points: 1,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  version: 1,
};

describe("the test panel", () => {
  it("requires all fields of a new test", () => {
    expect(Object.keys(missing(fieldsOf(null), null))).toEqual(["title", "description", "questions"]);
    expect(fieldsOf(null).duration).toBe("60");
  });
  it("accepts an existing blank description, but not a new one", () => {
    expect(missing({ ...fieldsOf(test), description: " " }, test)).toHaveProperty("description");
    const bare = { ...test, description: "" };
    expect(missing(fieldsOf(bare), bare)).toEqual({});
  });
  it("requires 1 to 480 minutes", () => {
    expect(missing({ ...fieldsOf(test), duration: "481" }, test)).toHaveProperty("duration");
    expect(missing({ ...fieldsOf(test), duration: "480" }, test)).toEqual({});
  });
  it("detects changes", () => {
    expect(isChanged(fieldsOf(test), test)).toBe(false);
    expect(isChanged({ ...fieldsOf(test), questions: [] }, test)).toBe(true);
  });
  it("sends trimmed texts", () => {
    expect(toInput({ ...fieldsOf(test), title: " Logic " }, 45, test).title).toBe("Logic");
  });
});
