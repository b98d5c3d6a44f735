import { Sparkles } from "lucide-react";
import type { ReviewStatus, ScoringAnswer } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { statusLabel } from "./score";
import { t } from "./texts";

interface Props {
  answer: ScoringAnswer;
  busy: boolean;
  onTake: (status: ReviewStatus, manualScore: number) => void;
}

/** The passage that decided it, and which model said so. */
function Basis({ of }: { of: ScoringAnswer["ai_basis"] }) {
  if (!of) return null;
  return (
    <span className="mt-1 block text-xs">
      {of.quote && (
        <q className="block">
          <bdi>{of.quote}</bdi>
        </q>
      )}
      {t("aiBasis", { model: of.model, version: of.prompt_version, at: formatDateTime(of.at) })}
    </span>
  );
}

/** AI score or suggestion with its reason: a reviewer's score takes precedence. */
export function AiMark({ answer, busy, onTake }: Props) {
  const suggestion = answer.ai_suggestion;
  if (answer.scored_by_ai) {
    return (
      <p className="toned tone-violet flex gap-2 rounded-control px-3 py-2 text-sm">
        <Sparkles aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          <span className="font-medium">{t("scoredByAi")}</span> <bdi>{answer.ai_reason}</bdi>
          <Basis of={answer.ai_basis} />
        </span>
      </p>
    );
  }
  if (!suggestion || answer.manual_score_status !== "pending") return null;
  const { score_status, manual_score, reason } = suggestion;
  if (score_status === "pending" || score_status === "void") return null;
  return (
    <div className="toned tone-violet flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-3 py-2 text-sm">
      <p className="flex min-w-60 flex-1 gap-2">
        <Sparkles aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          <span className="font-medium">
            {t("aiSuggests", {
              status: statusLabel(score_status),
              earned: manual_score,
              count: answer.points,
            })}
          </span>{" "}
          <bdi>{reason}</bdi>
          <Basis of={answer.ai_basis} />
        </span>
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={busy}
        onClick={() => onTake(score_status, manual_score)}
      >
        {t("useSuggestion")}
      </Button>
    </div>
  );
}
