import type { Test, TestFunnel } from "@/api/types";

export const TEST_STATUSES = ["all", "active", "idle", "archived"] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];
export const readStatus = (text: string | null): TestStatus =>
  TEST_STATUSES.find((status) => status === text) ?? "all";

/** Whether a status is read from the numbers of invites. */
export const byFunnel = (status: TestStatus) => status === "active" || status === "idle";

const isActive = ({ sent, scheduled, in_progress }: TestFunnel) => sent + scheduled + in_progress > 0;

/**
 * Tests with (or without) a sent, scheduled or in-progress invitation: only a force delete removes those. Archived ones are
 * a list of their own.
 */
export function withStatus(tests: Test[], status: TestStatus, funnels: TestFunnel[] | undefined): Test[] {
  if (!byFunnel(status) || !funnels) return tests;
  const active = new Set(funnels.filter(isActive).map(({ test_id }) => test_id));
  return tests.filter((test) => active.has(test.id) === (status === "active"));
}

/** Tests whose title or description contains the text, with a question of the type (or "all"). */
export function matching(tests: Test[], search: string, type: string): Test[] {
  const words = search.trim().toLocaleLowerCase();
  return tests.filter(
    (test) =>
      (words === "" || `${test.title}\n${test.description}`.toLocaleLowerCase().includes(words)) &&
      (type === "all" || test.questions.some((question) => question.type === type)),
  );
}
