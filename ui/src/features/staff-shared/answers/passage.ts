import type { Passage } from "@/api/types";

interface Asked {
  answers: { passage?: string }[];
  passages?: Passage[];
}

/** The passage to show before an answer: that of its question, unless the one before is about the same. */
export function passageBefore({ answers, passages = [] }: Asked, index: number): Passage | undefined {
  const id = answers[index]?.passage;
  if (id === undefined || id === answers[index - 1]?.passage) return undefined;
  return passages.find((passage) => passage.id === id);
}
