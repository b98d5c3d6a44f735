import type { Test } from "@/api/types";

/** Tests whose title or description holds the words, and that have a question of the type (or "all"). */
export function matching(tests: Test[], search: string, type: string): Test[] {
  const words = search.trim().toLocaleLowerCase();
  return tests.filter(
    (test) =>
      (words === "" || `${test.title}\n${test.description}`.toLocaleLowerCase().includes(words)) &&
      (type === "all" || test.questions.some((question) => question.type === type)),
  );
}
