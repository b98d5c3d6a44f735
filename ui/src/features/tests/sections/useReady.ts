import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { PoolItem } from "./sections";

/** As many as the server lists at once: more are said to be "at least" that many. */
export const COUNT_MAX = 1000;

/** Tags are the same in lower and upper case. */
const has = ({ tags = [] }: { tags?: string[] }, tag: string) =>
  tags.some((own) => own.toLowerCase() === tag.toLowerCase());

/**
 * The ready questions of the bank that have all tags of a pool, without those that the test has anyway; undefined while
 * they are unknown, and for chosen questions.
 */
function useTagged({ by, tags }: Pick<PoolItem, "by" | "tags">, pinned: readonly string[]) {
  const [first = ""] = tags;
  const { data } = useQuery({
    ...queryOf("/questions", { query: { state: "ready", tag: first, limit: COUNT_MAX } }),
    enabled: by === "tags" && first !== "",
  });
  if (by !== "tags" || first === "") return undefined;
  return data?.filter((question) => !pinned.includes(question.id) && tags.every((tag) => has(question, tag)));
}

/** How many questions the tags of a pool match now. */
export const useReady = (pool: Pick<PoolItem, "by" | "tags">, pinned: readonly string[]) =>
  useTagged(pool, pinned)?.length;

/** The questions that a pool draws from now; undefined while they are unknown. */
export function useMembers(pool: PoolItem, pinned: readonly string[]) {
  const tagged = useTagged(pool, pinned);
  const { data } = useQuery({
    ...queryOf("/questions", { query: { state: "ready", limit: COUNT_MAX } }),
    enabled: pool.by === "questions" && pool.question_ids.length > 0,
  });
  if (pool.by === "tags") return tagged;
  return data?.filter(({ id }) => pool.question_ids.includes(id) && !pinned.includes(id));
}
