import { expect, it } from "vitest";
import type { Test, TestFunnel } from "@/api/types";
import { matching, readStatus, withStatus } from "./filter";

const test = (
  id: string,
  title: string,
  description: string,
  type: Test["questions"][number]["type"],
): Test => ({
  id,
  title,
  description,
  duration_minutes: 60,
  questions: [{ id: "1", type, question: "?", points: 1 }],
  require_fullscreen: false,
  history: "saves",
  question_count: 1,
  total_points: 1,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  version: 1,
});
const tests = [
  test("a", "Rust basics", "Ownership", "coding"),
  test("b", "English", "An essay about Rust", "essay"),
  test("c", "Logic", "", "multiple_choice"),
];

it.each([
  ["", "all", ["a", "b", "c"]],
  ["  RUST ", "all", ["a", "b"]],
  ["rust", "essay", ["b"]],
  ["", "multiple_choice", ["c"]],
  ["python", "all", []],
])("%j of %s", (search, type, ids) => {
  expect(matching(tests, search, type).map((t) => t.id)).toEqual(ids);
});

it("splits tests by whether an invitation is active", () => {
  const funnel = (test_id: string, sent: number): TestFunnel => ({
    test_id,
    title: test_id,
    invited: 3,
    sent,
    scheduled: 0,
    in_progress: 0,
    completed: 1,
    expired: 0,
    waiting_for_review: 0,
  });
  const active = [funnel("a", 0), funnel("b", 2)];
  const ids = (status: "all" | "active" | "idle", known: TestFunnel[] | undefined) =>
    withStatus(tests, status, known).map((t) => t.id);
  expect(ids("active", active)).toEqual(["b"]);
  expect(ids("idle", active)).toEqual(["a", "c"]);
  expect(ids("all", active)).toEqual(["a", "b", "c"]);
  expect(readStatus("idle")).toBe("idle");
  expect(readStatus("lost")).toBe("all");
});
