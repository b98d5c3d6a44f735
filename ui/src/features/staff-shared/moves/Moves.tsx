import { errorText } from "@/api/client";
import type { RepairPreview } from "@/api/ranking";
import { Skeleton } from "@/ui/Skeleton";
import { cautions, movesWords } from "./labels";

interface Props {
  query: { data: RepairPreview | undefined; error: Error | null };
  /** Before the numbers. */
  lead?: string;
}

/** How many scores a change would move, and what deserves a second look. */
export function Moves({ query: { data, error }, lead }: Props) {
  if (error) return <p className="text-error text-sm">{errorText(error)}</p>;
  if (!data) return <Skeleton className="h-10" />;
  return (
    <>
      <p className="text-sm tabular-nums">
        {lead} {movesWords(data)}
      </p>
      {cautions(data).map((text) => (
        <p key={text} className="toned tone-amber rounded-control px-3 py-2 text-sm">
          {text}
        </p>
      ))}
    </>
  );
}
