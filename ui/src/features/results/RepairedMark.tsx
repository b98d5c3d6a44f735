import { points } from "@/lib/format";

/** Says of a score that a repair of a key has changed it. */
export function RepairedMark({ by }: { by: number | null }) {
  if (by === null) return null;
  const change = by === 0 ? "the sum is the same" : `${by > 0 ? "+" : "-"}${points(Math.abs(by))}`;
  return (
    <span
      className="block whitespace-nowrap font-normal text-muted text-xs"
      title={`Keys were repaired: ${change}`}
    >
      repaired
    </span>
  );
}
