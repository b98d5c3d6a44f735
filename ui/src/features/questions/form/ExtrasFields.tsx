import type { ErrorOf } from "@/features/question-kinds/form/problem";
import { hasPartMarks, isScoredByPeople } from "@/features/question-kinds/traits";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { type Extras, hasExtras } from "./extras";
import { MarkdownField } from "./MarkdownField";
import type { QuestionDraft } from "./rules";
import { t } from "./texts";

interface ExtrasFieldsProps {
  draft: QuestionDraft;
  errorOf: ErrorOf;
  onChange: (extras: Extras) => void;
}

const FIELDS = ["scoring", "penalty", "explanation", "reviewer_notes", "tags"];

/** How points are given, and what only authors, reviewers and, if wanted, candidates read afterwards. */
export function ExtrasFields({ draft, errorOf, onChange }: ExtrasFieldsProps) {
  const { type, extras, format } = draft;
  const set = (changes: Partial<Extras>) => onChange({ ...extras, ...changes });
  const refused = errorOf(...FIELDS) !== undefined;
  return (
    // Remounted when an error appears, so that it is seen.
    <details
      key={refused ? "refused" : "quiet"}
      open={refused || hasExtras(extras) || extras.scoring === "partial"}
      className="rounded-control border border-line"
    >
      <summary className="cursor-pointer px-4 py-2.5 font-medium text-sm">{t("extras")}</summary>
      <div className="space-y-4 border-line border-t p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {hasPartMarks(type) && (
            <Field label={t("scoring")} error={errorOf("scoring")}>
              <Select
                value={extras.scoring}
                options={[
                  { value: "all_or_nothing", label: t("allOrNone") },
                  { value: "partial", label: t("partial") },
                ]}
                onChange={(event) =>
                  set({ scoring: event.target.value === "partial" ? "partial" : "all_or_nothing" })
                }
              />
            </Field>
          )}
          {!isScoredByPeople(type) && (
            <Field label={t("penalty")} hint={t("penaltyHint")} error={errorOf("penalty")}>
              <Input
                inputMode="decimal"
                value={extras.penalty}
                placeholder="0"
                onChange={(event) => set({ penalty: event.target.value })}
              />
            </Field>
          )}
        </div>
        <Field label={t("explanation")} hint={t("explanationHint")} error={errorOf("explanation")}>
          <MarkdownField
            format={format}
            previewName={t("previewExplanation")}
            rows={2}
            value={extras.explanation}
            onChange={(explanation) => set({ explanation })}
          />
        </Field>
        <Checkbox
          label={t("showExplanation")}
          checked={extras.show_explanation}
          onChange={(event) => set({ show_explanation: event.target.checked })}
        />
        <Field label={t("notes")} hint={t("notesHint")} error={errorOf("reviewer_notes")}>
          <Textarea
            rows={2}
            value={extras.reviewer_notes}
            onChange={(event) => set({ reviewer_notes: event.target.value })}
          />
        </Field>
        <Field label={t("tags")} hint={t("tagsHint")} error={errorOf("tags")}>
          <Input
            value={extras.tags}
            placeholder={t("tagsExample")}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </Field>
      </div>
    </details>
  );
}
