import { t } from "@/features/question-kinds/staff-texts";
import { LineField } from "@/ui/LineField";
import { blankChoice, CHOICES_MAX, CHOICES_MIN } from "../form/choices";
import type { ErrorOf } from "../form/problem";
import { Rows } from "../form/Rows";
import { blankPair, type MatchingDraft } from "./key";

interface MatchingFormProps {
  matching: MatchingDraft;
  errorOf: ErrorOf;
  onChange: (matching: MatchingDraft) => void;
}

export function MatchingForm({ matching, errorOf, onChange }: MatchingFormProps) {
  return (
    <>
      <Rows
        legend={t("pairs")}
        hint={t("pairsHint")}
        one={t("onePair")}
        rows={matching.pairs}
        min={CHOICES_MIN}
        max={CHOICES_MAX}
        blank={blankPair}
        error={errorOf("prompts", "pairs")}
        onChange={(pairs) => onChange({ ...matching, pairs })}
      >
        {(row, number, change) => (
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <LineField
              aria-label={t("prompt", { number })}
              placeholder={t("prompt", { number })}
              value={row.text}
              onChange={(event) => change({ ...row, text: event.target.value })}
            />
            <LineField
              aria-label={t("matchOf", { number })}
              placeholder={t("itsMatch")}
              value={row.option}
              onChange={(event) => change({ ...row, option: event.target.value })}
            />
          </div>
        )}
      </Rows>
      <Rows
        legend={t("wrongMatches")}
        hint={t("wrongMatchesHint")}
        one={t("oneWrongMatch")}
        rows={matching.distractors}
        min={0}
        max={CHOICES_MAX}
        blank={blankChoice}
        error={errorOf("options")}
        onChange={(distractors) => onChange({ ...matching, distractors })}
      >
        {(row, number, change) => (
          <LineField
            aria-label={t("wrongMatch", { number })}
            placeholder={t("wrongMatch", { number })}
            value={row.text}
            onChange={(event) => change({ ...row, text: event.target.value })}
          />
        )}
      </Rows>
    </>
  );
}
