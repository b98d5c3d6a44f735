import { UsersRound } from "lucide-react";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { STATUS_LABELS, scoreWords } from "./score";
import type { Conflict } from "./useScore";

interface Props {
  conflict: Conflict;
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Conflict of two reviewers on one answer: shows the other score and offers both choices. */
export function ConflictNotice({ conflict: { by, at, theirs, mine }, busy, onTheirs, onMine }: Props) {
  const own =
    mine.score_status === "partial"
      ? `${STATUS_LABELS.partial}, ${mine.manual_score ?? 0}`
      : STATUS_LABELS[mine.score_status];
  return (
    <div role="alert" className="toned tone-amber rounded-control p-4 text-sm">
      <p className="flex gap-2 font-medium">
        <UsersRound aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <bdi>{by}</bdi> scored this answer while you had it open{at && `, ${formatDateTime(at)}`}.
        </span>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt>Theirs</dt>
        <dd className="min-w-0">
          {scoreWords(theirs)}
          {theirs.review_comments && (
            <span dir="auto" className="block whitespace-pre-wrap text-xs">
              {theirs.review_comments}
            </span>
          )}
        </dd>
        <dt>Yours</dt>
        <dd className="min-w-0">
          {own}
          {mine.comments && (
            <span dir="auto" className="block whitespace-pre-wrap text-xs">
              {mine.comments}
            </span>
          )}
        </dd>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={busy} onClick={onTheirs}>
          Take theirs
        </Button>
        <Button size="sm" busy={busy} onClick={onMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
