import type { Passage } from "@/api/types";

/** The passage to show before a question: its own, unless the question before is about the same. */
export function passageBefore(
  questions: readonly { passage?: string | undefined }[] | undefined,
  passages: readonly Passage[] | undefined,
  index: number,
): Passage | undefined {
  const id = questions?.[index]?.passage;
  if (id === undefined || id === questions?.[index - 1]?.passage) return undefined;
  return passages?.find((passage) => passage.id === id);
}
