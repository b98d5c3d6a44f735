import type { History } from "@/api/types";
import { plural } from "@/lib/format";

/** Says that the history ends before the attempt did. */
export function NotKept({ saves_total, saves_kept }: Pick<History, "saves_total" | "saves_kept">) {
  if (saves_kept >= saves_total) return null;
  return (
    <p className="rounded-control border border-line bg-subtle px-3 py-2 text-ink text-sm">
      This history is not complete: only the first {plural(saves_kept, "save")} of {saves_total} were kept,
      because together they were larger than what is kept of one test. What came after them stands as one last
      change of each answer.
    </p>
  );
}
