import type { ReviewStatus, ScoreInput, ScoringAnswer, SubmissionScores } from "@/api/types";
import { t } from "./texts";

/** Step of partial points (docs/behaviour/results.md#scoring-and-review). */
export const STEP = 0.5;

/** Parses points: non-numbers count as 0 (docs/behaviour/results.md#scoring-and-review). Null when out of range. */
export function partialPoints(text: string, max: number): number | null {
  const typed = Number.parseFloat(text.trim().replace(",", "."));
  const value = Number.isFinite(typed) ? typed : 0;
  if (value < 0 || value > max || value % STEP !== 0) return null;
  return value;
}

export const partialHint = (max: number) => t("partialHint", { max, step: STEP });

/** The body of a score; only a partial one carries points, the others follow from the status. */
export function scoreInput(
  answer: Pick<ScoringAnswer, "version">,
  status: ReviewStatus,
  partial: number,
  comments: string,
  /** Chosen items of a rubric, which stay with the answer. */
  items?: string[],
): ScoreInput {
  return {
    score_status: status,
    ...(status === "partial" ? { manual_score: partial } : {}),
    ...(items ? { rubric_items: items } : {}),
    comments: comments.trim(),
    version: answer.version,
  };
}

/** The body of a score whose points follow from the rubric. */
export const rubricInput = (
  answer: Pick<ScoringAnswer, "version">,
  items: string[],
  comments: string,
): ScoreInput => ({ rubric_items: items, comments: comments.trim(), version: answer.version });

/** The status that says the same as points; the one that a person gave stays while the points do. */
export function statusOf(
  value: number,
  answer: Pick<ScoringAnswer, "points" | "manual_score" | "manual_score_status">,
): ReviewStatus {
  const given = answer.manual_score_status;
  if (value === answer.manual_score && given !== "pending" && given !== "void") return given;
  if (value === 0) return "wrong";
  return value === answer.points ? "correct" : "partial";
}

export const statusLabel = (status: ScoringAnswer["manual_score_status"]) => t(status);

/** "Partial, 2.5 of 5 points"; "Not Scored" before a review. */
export function scoreWords(
  answer: Pick<ScoringAnswer, "manual_score_status" | "manual_score" | "points"> &
    Partial<Pick<ScoringAnswer, "earned">>,
) {
  const label = statusLabel(answer.manual_score_status);
  if (answer.manual_score_status === "pending" || answer.manual_score_status === "void") return label;
  return t("statusEarned", {
    status: label,
    earned: answer.earned ?? answer.manual_score ?? 0,
    count: answer.points,
  });
}

/** A submission with one answer replaced and its sums updated. */
export function withAnswer<Detail extends SubmissionScores & { answers: ScoringAnswer[] }>(
  detail: Detail,
  answer: ScoringAnswer,
  scores: SubmissionScores,
): Detail {
  return {
    ...detail,
    ...scores,
    manual_score: scores.manual_score,
    answers: detail.answers.map((old) => (old.id === answer.id ? { ...old, ...answer } : old)),
  };
}
