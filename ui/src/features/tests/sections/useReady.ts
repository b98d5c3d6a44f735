import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { BankQuestion } from "@/api/types";
import type { PoolItem } from "@/features/questions/content/sections";

/** The most that the server lists at once: more are said to be "at least" that many. */
export const COUNT_MAX = 1000;

/** Tags are the same in lower and upper case. */
const has = ({ tags = [] }: { tags?: string[] }, tag: string) =>
  tags.some((own) => own.toLowerCase() === tag.toLowerCase());

/** Ready questions of the bank, and whether these are all that there are. */
interface Found {
  questions: BankQuestion[];
  whole: boolean;
}

/**
 * The ready questions of the bank that have all tags of a pool, without those that the test has anyway; undefined while
 * they are unknown, and for chosen questions.
 */
function useTagged(
  { by, tags }: Pick<PoolItem, "by" | "tags">,
  pinned: readonly string[],
): Found | undefined {
  const [first = ""] = tags;
  const { data } = useQuery({
    ...queryOf("/questions", { query: { state: "ready", tag: first, limit: COUNT_MAX } }),
    enabled: by === "tags" && first !== "",
  });
  if (by !== "tags" || first === "" || !data) return undefined;
  const questions = data.filter(
    (question) => !pinned.includes(question.id) && tags.every((tag) => has(question, tag)),
  );
  // The server knows one tag: those that it leaves out may have the others, too.
  return { questions, whole: data.length < COUNT_MAX };
}

/** How many questions a pool draws from now, at least if these are not all; undefined while that is unknown. */
export function useReady(pool: Pick<PoolItem, "by" | "tags" | "question_ids">, pinned: readonly string[]) {
  const tagged = useTagged(pool, pinned);
  if (pool.by === "questions") return { count: pool.question_ids.length, whole: true };
  return tagged && { count: tagged.questions.length, whole: tagged.whole };
}

/** The questions that a pool draws from now; undefined while they are unknown. */
export function useMembers(pool: PoolItem, pinned: readonly string[]): Found | undefined {
  const tagged = useTagged(pool, pinned);
  const { data } = useQuery({
    ...queryOf("/questions", { query: { state: "ready", limit: COUNT_MAX } }),
    enabled: pool.by === "questions" && pool.question_ids.length > 0,
  });
  if (pool.by === "tags") return tagged;
  const drawn = pool.question_ids.filter((id) => !pinned.includes(id));
  const questions = data?.filter(({ id }) => drawn.includes(id));
  return questions && { questions, whole: questions.length === drawn.length };
}
