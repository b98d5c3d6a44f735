import { TextCursorInput } from "lucide-react";
import { useRef } from "react";
import { QUESTION_TYPE_LABELS } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { blankOf } from "@/ui/rich-text/AskedText";
import { GapProvider } from "@/ui/rich-text/gaps";
import { Select } from "@/ui/Select";
import { CodeForm } from "./code/CodeForm";
import { ExtrasFields } from "./ExtrasFields";
import { type Errors, reader } from "./errors";
import { FormatField } from "./FormatField";
import { KIND_HINTS } from "./kind-labels";
import { blankGap, GAPS_MAX, gapIds, marker, newGapId, strayGaps } from "./kinds/gaps";
import { KeyForm } from "./kinds/KeyForm";
import { MarkdownField } from "./MarkdownField";
import { OptionsEditor } from "./OptionsEditor";
import {
  LANGUAGES,
  POINTS_MAX,
  POINTS_MIN,
  QUESTION_GROUPS,
  QUESTION_TYPES,
  type QuestionDraft,
  toQuestion,
  withType,
} from "./rules";

export interface QuestionFieldsProps {
  draft: QuestionDraft;
  onChange: (draft: QuestionDraft) => void;
  /** Problems found by the last save. */
  errors: Errors;
  textRef?: React.Ref<HTMLTextAreaElement>;
}

export function QuestionFields({ draft, onChange, errors, textRef }: QuestionFieldsProps) {
  const errorOf = reader(errors);
  const set = (changes: Partial<QuestionDraft>) => onChange({ ...draft, ...changes });
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_9rem_6rem]">
        <Field label="Question type" className="max-sm:col-span-2" hint={KIND_HINTS[draft.type]}>
          <Select
            value={draft.type}
            onChange={(event) =>
              onChange(withType(draft, QUESTION_TYPES.find((t) => t === event.target.value) ?? draft.type))
            }
            groups={QUESTION_GROUPS.map(({ label, types }) => ({
              label,
              options: types.map((type) => ({ value: type, label: QUESTION_TYPE_LABELS[type] })),
            }))}
          />
        </Field>
        <FormatField format={draft.format} error={errorOf("format")} onChange={(format) => set({ format })} />
        <Field label="Points" error={errorOf("points")}>
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
      <QuestionText draft={draft} error={errorOf("question")} textRef={textRef} onChange={onChange} />
      {draft.type === "multiple_choice" && (
        <OptionsEditor draft={draft} onChange={onChange} error={errorOf("options", "correct_answer")} />
      )}
      {draft.type === "coding" && (
        <Field label="Expected language" error={errorOf("expected_language")}>
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
      {draft.type === "coding" && (
        <CodeForm
          expected={draft.expected_language}
          known={LANGUAGES}
          code={draft.code}
          question={() => toQuestion(draft)}
          errorOf={errorOf}
          onChange={(code) => set({ code })}
        />
      )}
      <KeyForm
        type={draft.type}
        question={draft.question}
        keys={draft.keys}
        errorOf={errorOf}
        onChange={(keys) => set({ keys })}
      />
      <ExtrasFields draft={draft} errorOf={errorOf} onChange={(extras) => set({ extras })} />
    </div>
  );
}

interface QuestionTextProps {
  draft: QuestionDraft;
  error: string | undefined;
  textRef: React.Ref<HTMLTextAreaElement> | undefined;
  onChange: (draft: QuestionDraft) => void;
}

function QuestionText({ draft, error, textRef, onChange }: QuestionTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const set = (question: string) => onChange({ ...draft, question });
  const insertGap = () => {
    const { question, keys } = draft;
    const id = newGapId(question, keys.gaps);
    const [from, to] = [field.current?.selectionStart, field.current?.selectionEnd];
    const text = `${question.slice(0, from ?? question.length)}${marker(id)}${question.slice(to ?? question.length)}`;
    onChange({ ...draft, question: text, keys: { ...keys, gaps: { ...keys.gaps, [id]: blankGap() } } });
  };
  return (
    <div className="space-y-2">
      <GapProvider value={blankOf(draft.type === "gaps" ? gapIds(draft.question) : [])}>
        <Field label="Question" hint={strayGaps(draft.type, draft.question)} error={error} required>
          <MarkdownField
            ref={(element) => {
              field.current = element;
              if (typeof textRef === "function") textRef(element);
              else if (textRef) textRef.current = element;
            }}
            format={draft.format}
            rows={draft.format === "markdown" ? 6 : 3}
            value={draft.question}
            placeholder="Enter your question"
            onChange={set}
          />
        </Field>
      </GapProvider>
      {draft.type === "gaps" && gapIds(draft.question).length < GAPS_MAX && (
        <Button
          variant="secondary"
          size="sm"
          icon={<TextCursorInput aria-hidden="true" className="size-4" />}
          onClick={insertGap}
        >
          Insert gap
        </Button>
      )}
    </div>
  );
}

/** The documented order; an unknown imported language comes last. */
function order(language: string): number {
  const index = (LANGUAGES as readonly string[]).indexOf(language);
  return index < 0 ? LANGUAGES.length : index;
}
