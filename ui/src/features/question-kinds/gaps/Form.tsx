import { t } from "@/features/question-kinds/staff-texts";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { MarkedRows } from "../form/MarkedRows";
import type { ErrorOf } from "../form/problem";
import { NumberForm } from "../numeric/Form";
import { TextForm } from "../short-text/Form";
import { type GapDraft, type GapDrafts, gapIds, gapOf, marker } from "./key";

interface GapsFormProps {
  /** The question, in which the gaps are marked. */
  question: string;
  gaps: GapDrafts;
  errorOf: ErrorOf;
  onChange: (gaps: GapDrafts) => void;
}

const kinds = (): { value: GapDraft["kind"]; label: string }[] => [
  { value: "text", label: t("gapText") },
  { value: "number", label: t("gapNumber") },
  { value: "choice", label: t("gapChoice") },
];

/** A key for each gap of the text, in its order. */
export function GapsForm({ question, gaps, errorOf, onChange }: GapsFormProps) {
  const problem = errorOf("gaps");
  return (
    <div className="space-y-4">
      {problem && (
        <p role="alert" className="font-medium text-error text-xs">
          {problem}
        </p>
      )}
      {gapIds(question).map((id, index) => (
        <GapForm
          key={id}
          name={t("gap", { number: index + 1 })}
          id={id}
          gap={gapOf(gaps, id)}
          errorOf={(...places) => errorOf(...places.map((place) => `gaps[${index}].${place}`))}
          onChange={(gap) => onChange({ ...gaps, [id]: gap })}
        />
      ))}
    </div>
  );
}

interface GapFormProps {
  name: string;
  id: string;
  gap: GapDraft;
  errorOf: ErrorOf;
  onChange: (gap: GapDraft) => void;
}

function GapForm({ name, id, gap, errorOf, onChange }: GapFormProps) {
  const problem = errorOf("id");
  return (
    <section aria-label={name} className="space-y-4 rounded-control border border-line p-4">
      <h4 className="font-medium text-sm">
        {name} <code className="font-normal text-muted text-xs">{marker(id)}</code>
      </h4>
      {problem && (
        <p role="alert" className="font-medium text-error text-xs">
          {problem}
        </p>
      )}
      <Field label={t("filledWith")} className="sm:max-w-72">
        <Select
          value={gap.kind}
          options={kinds()}
          onChange={(event) =>
            onChange({
              ...gap,
              kind: kinds().find(({ value }) => value === event.target.value)?.value ?? "text",
            })
          }
        />
      </Field>
      {gap.kind === "text" && (
        <TextForm text={gap.text} errorOf={errorOf} onChange={(text) => onChange({ ...gap, text })} />
      )}
      {gap.kind === "number" && (
        <NumberForm
          number={gap.number}
          errorOf={errorOf}
          onChange={(number) => onChange({ ...gap, number })}
        />
      )}
      {gap.kind === "choice" && (
        <MarkedRows
          legend={t("options")}
          rows={gap.options}
          single
          error={errorOf("options", "correct_answer")}
          onChange={(options) => onChange({ ...gap, options })}
        />
      )}
    </section>
  );
}
