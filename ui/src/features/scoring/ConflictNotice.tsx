import type { Rubric, ScoreInput } from "@/api/types";
import { VersionChoice } from "@/features/staff-shared/VersionChoice";
import { formatDateTime } from "@/lib/format";
import { earnedWords } from "@/lib/score";
import { chosenTexts, rubricPoints } from "./rubric/rules";
import { scoreWords, statusLabel } from "./score";
import { t } from "./texts";
import type { Conflict } from "./useScore";

interface Props {
  conflict: Conflict;
  rubric: Rubric | undefined;
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

function ownWords(
  { score_status, manual_score, rubric_items }: ScoreInput,
  rubric: Rubric | undefined,
  full: number,
) {
  if (score_status === "partial") return `${statusLabel("partial")}, ${manual_score ?? 0}`;
  if (score_status) return statusLabel(score_status);
  return earnedWords(rubric ? rubricPoints(rubric, full, rubric_items ?? []) : 0, full);
}

function Score({
  words,
  items,
  comment,
}: {
  words: string;
  items: string[];
  comment: string | null | undefined;
}) {
  return (
    <dd className="min-w-0">
      {words}
      {items.map((text) => (
        <span key={text} dir="auto" className="block text-xs">
          {text}
        </span>
      ))}
      {comment && (
        <span dir="auto" className="block whitespace-pre-wrap text-xs">
          {comment}
        </span>
      )}
    </dd>
  );
}

/** Conflict of two reviewers on one answer: shows the other score and offers both choices. */
export function ConflictNotice({ conflict, rubric, busy, onTheirs, onMine }: Props) {
  const { by, at, theirs, mine } = conflict;
  return (
    <VersionChoice
      title={
        at
          ? t.rich("scoredMeanwhileAt", { by: <bdi key="by">{by}</bdi>, at: formatDateTime(at) })
          : t.rich("scoredMeanwhile", { by: <bdi key="by">{by}</bdi> })
      }
      takeTheirs={t("takeTheirs")}
      keepMine={t("keepMine")}
      busy={busy}
      onTheirs={onTheirs}
      onMine={onMine}
    >
      <dt>{t("theirs")}</dt>
      <Score
        words={scoreWords(theirs)}
        items={chosenTexts(rubric, theirs.rubric_items)}
        comment={theirs.review_comments}
      />
      <dt>{t("yours")}</dt>
      <Score
        words={ownWords(mine, rubric, theirs.points)}
        items={chosenTexts(rubric, mine.rubric_items ?? [])}
        comment={mine.comments}
      />
    </VersionChoice>
  );
}
