import { QUESTION_TYPE_LABELS } from "@/lib/format";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { OptionsEditor } from "./OptionsEditor";
import {
  LANGUAGES,
  POINTS_MAX,
  POINTS_MIN,
  QUESTION_TYPES,
  type QuestionDraft,
  type QuestionProblem,
} from "./rules";

export interface QuestionFieldsProps {
  draft: QuestionDraft;
  onChange: (draft: QuestionDraft) => void;
  /** Problem found by the last save, with the text next to the field. */
  problem: QuestionProblem | null;
  problemText: string | undefined;
  textRef?: React.Ref<HTMLTextAreaElement>;
}

export function QuestionFields({ draft, onChange, problem, problemText, textRef }: QuestionFieldsProps) {
  const errorFor = (...problems: QuestionProblem[]) =>
    problem && problems.includes(problem) ? problemText : undefined;
  const set = (changes: Partial<QuestionDraft>) => onChange({ ...draft, ...changes });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field label="Question Type">
          <Select
            value={draft.type}
            onChange={(event) =>
              set({ type: QUESTION_TYPES.find((t) => t === event.target.value) ?? "multiple_choice" })
            }
            options={QUESTION_TYPES.map((type) => ({ value: type, label: QUESTION_TYPE_LABELS[type] }))}
          />
        </Field>
        <Field label="Points" error={errorFor("points")}>
          <Input
            type="number"
            inputMode="numeric"
            min={POINTS_MIN}
            max={POINTS_MAX}
            value={draft.points}
            onChange={(event) => set({ points: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Question" error={errorFor("text")} required>
        <Textarea
          ref={textRef}
          rows={3}
          value={draft.question}
          placeholder="Enter your question"
          onChange={(event) => set({ question: event.target.value })}
        />
      </Field>
      {draft.type === "multiple_choice" && (
        <OptionsEditor
          draft={draft}
          onChange={onChange}
          error={errorFor("few_options", "same_options", "no_answer", "foreign_answer")}
        />
      )}
      {draft.type === "coding" && (
        <Field label="Expected Language" error={errorFor("language")}>
          <Select
            value={draft.expected_language}
            onChange={(event) => set({ expected_language: event.target.value })}
            options={[...new Set([draft.expected_language, ...LANGUAGES])]
              .filter((language) => language !== "")
              .sort((a, b) => order(a) - order(b))
              .map((language) => ({ value: language, label: language }))}
          />
        </Field>
      )}
    </div>
  );
}

/** The documented order; an unknown imported language comes last. */
function order(language: string): number {
  const index = (LANGUAGES as readonly string[]).indexOf(language);
  return index < 0 ? LANGUAGES.length : index;
}
