import type { ResultDetail, ScoringDetail } from "@/api/types";
import { earnedWords, exactPercent, pointsWords } from "@/lib/score";
import { t } from "./texts";

export function boxes(detail: ResultDetail | ScoringDetail): [string, string][] {
  const { manual_score, written_points, total_points, earned_points, auto_earned_points } = detail;
  if (!detail.provisional)
    return [
      [t("autoScore"), exactPercent(detail.auto_score)],
      [t("manualScore"), manual_score == null ? t("none") : exactPercent(manual_score)],
      [t("finalScore"), exactPercent(detail.final_score)],
    ];
  const auto = total_points - written_points;
  const manual = Math.round((earned_points - auto_earned_points) * 1000) / 1000;
  return [
    [t("autoScore"), auto > 0 ? earnedWords(auto_earned_points, auto) : t("none")],
    [t("manualScore"), manual_score == null ? t("pending") : earnedWords(manual, written_points)],
    [t("finalScore"), pointsWords(detail).pending],
  ];
}

/** The scores of a submission, in percent once they are final and in points before. */
export function ScoreBoxes({ detail }: { detail: ResultDetail | ScoringDetail }) {
  return (
    <dl
      aria-live="polite"
      className="grid grid-cols-3 gap-px overflow-hidden rounded-control border border-line bg-line"
    >
      {boxes(detail).map(([name, value]) => (
        <div key={name} className="min-w-0 bg-surface px-3 py-2.5 sm:px-4">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
