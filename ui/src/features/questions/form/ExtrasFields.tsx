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

interface ExtrasFieldsProps {
  draft: QuestionDraft;
  errorOf: ErrorOf;
  onChange: (extras: Extras) => void;
}

const SCORING = [
  { value: "all_or_nothing", label: "All points or none" },
  { value: "partial", label: "Part of the points for a partly correct answer" },
];
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
      <summary className="cursor-pointer px-4 py-2.5 font-medium text-sm">
        Scoring, explanation, notes and tags
      </summary>
      <div className="space-y-4 border-line border-t p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {hasPartMarks(type) && (
            <Field label="Scoring" error={errorOf("scoring")}>
              <Select
                value={extras.scoring}
                options={SCORING}
                onChange={(event) =>
                  set({ scoring: event.target.value === "partial" ? "partial" : "all_or_nothing" })
                }
              />
            </Field>
          )}
          {!isScoredByPeople(type) && (
            <Field
              label="Penalty"
              hint="Points that a wrong answer costs. A blank one costs nothing."
              error={errorOf("penalty")}
            >
              <Input
                inputMode="decimal"
                value={extras.penalty}
                placeholder="0"
                onChange={(event) => set({ penalty: event.target.value })}
              />
            </Field>
          )}
        </div>
        <Field label="Explanation" hint="Why the answer is right." error={errorOf("explanation")}>
          <MarkdownField
            format={format}
            previewName="Preview of the explanation"
            rows={2}
            value={extras.explanation}
            onChange={(explanation) => set({ explanation })}
          />
        </Field>
        <Checkbox
          label="Show the explanation to the candidate on the printed key"
          checked={extras.show_explanation}
          onChange={(event) => set({ show_explanation: event.target.checked })}
        />
        <Field
          label="Notes for reviewers"
          hint="Never shown to candidates."
          error={errorOf("reviewer_notes")}
        >
          <Textarea
            rows={2}
            value={extras.reviewer_notes}
            onChange={(event) => set({ reviewer_notes: event.target.value })}
          />
        </Field>
        <Field label="Tags" hint="Separated by commas." error={errorOf("tags")}>
          <Input
            value={extras.tags}
            placeholder="sql, joins"
            onChange={(event) => set({ tags: event.target.value })}
          />
        </Field>
      </div>
    </details>
  );
}
