import type { SimilarPair } from "@/api/ranking";
import { pairKey } from "./labels";

/** People whose answers to one question are alike, each to at least one of the others. */
export interface SimilarGroup {
  key: string;
  pairs: SimilarPair[];
  /** Names, by the first mention. */
  people: { submission_id: string; name: string }[];
  least: number;
  most: number;
}

/** Joins pairs of one question that share a person; in the order of their first pairs. */
export function groupsOf(pairs: readonly SimilarPair[]): SimilarGroup[] {
  const groups: SimilarPair[][] = [];
  for (const pair of pairs) {
    const ids = [pair.first.submission_id, pair.second.submission_id];
    const touched = groups.filter((group) =>
      group.some(
        (other) =>
          other.question_id === pair.question_id &&
          (ids.includes(other.first.submission_id) || ids.includes(other.second.submission_id)),
      ),
    );
    const [into, ...rest] = touched;
    if (!into) {
      groups.push([pair]);
      continue;
    }
    into.push(pair, ...rest.flat());
    for (const gone of rest) groups.splice(groups.indexOf(gone), 1);
  }
  return groups.map((own) => {
    const people = new Map(
      own.flatMap(({ first, second }) =>
        [first, second].map((one) => [one.submission_id, one.applicant_name] as const),
      ),
    );
    const scores = own.map(({ score }) => score);
    const [head] = own;
    return {
      key: head ? pairKey(head) : "",
      pairs: own,
      people: [...people].map(([submission_id, name]) => ({ submission_id, name })),
      least: Math.min(...scores),
      most: Math.max(...scores),
    };
  });
}
