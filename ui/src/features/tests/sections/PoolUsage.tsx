import { TriangleAlert } from "lucide-react";
import { usePoolFigures } from "@/features/questions/bank/queries";
import { poolUsageWords } from "@/features/questions/bank/usage";
import type { PoolItem } from "@/features/questions/content/sections";

/** Questions that a call names at most, as on the server. */
const NAMED_MAX = 500;

/** How the questions of a pool differ in measured difficulty; nothing while that is unknown. */
export function PoolUsage({ pool, pinned }: { pool: PoolItem; pinned: string[] }) {
  const { by, tags, question_ids } = pool;
  const members = by === "tags" ? { tags } : { question_ids };
  const { data } = usePoolFigures(
    { ...members, without: pinned.slice(0, NAMED_MAX) },
    (by === "tags" ? tags : question_ids).length > 0,
  );
  const words = data && poolUsageWords(data);
  if (!words) return null;
  if (!data.uneven) return <p className="mt-1 text-muted text-xs tabular-nums">{words}</p>;
  return (
    <p role="status" dir="auto" className="mt-1 flex gap-1.5 font-medium text-warning text-xs tabular-nums">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span>{words}</span>
    </p>
  );
}
