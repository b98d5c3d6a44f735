import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { PoolItem } from "./sections";

/** As many as the server lists at once: more are said to be "at least" that many. */
export const COUNT_MAX = 1000;

/** Tags are the same in lower and upper case. */
const has = ({ tags = [] }: { tags?: string[] }, tag: string) =>
  tags.some((own) => own.toLowerCase() === tag.toLowerCase());

/**
 * The number of ready questions of the bank that have all tags of a pool, without those that the test has anyway;
 * undefined while it is unknown, and for chosen questions.
 */
export function useReady({ by, tags }: Pick<PoolItem, "by" | "tags">, pinned: readonly string[]) {
  const [first = ""] = tags;
  const { data } = useQuery({
    ...queryOf("/questions", { query: { state: "ready", tag: first, limit: COUNT_MAX } }),
    enabled: by === "tags" && first !== "",
  });
  if (by !== "tags" || first === "") return undefined;
  return data?.filter((question) => !pinned.includes(question.id) && tags.every((tag) => has(question, tag)))
    .length;
}
