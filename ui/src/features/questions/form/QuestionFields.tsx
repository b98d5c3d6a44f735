import { TextCursorInput } from "lucide-react";
import { useRef } from "react";
import { FORMS } from "@/features/question-kinds/forms";
import { blankGap, GAPS_MAX, gapIds, marker, newGapId, strayGaps } from "@/features/question-kinds/gaps/key";
import { groupLabel, hintOf, QUESTION_GROUPS, QUESTION_TYPES } from "@/features/question-kinds/labels";
import { kindLabel } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { blankOf } from "@/ui/rich-text/AskedText";
import { GapProvider } from "@/ui/rich-text/gaps";
import { Select } from "@/ui/Select";
import { ExtrasFields } from "./ExtrasFields";
import { type Errors, reader } from "./errors";
import { FormatField } from "./FormatField";
import { MarkdownField } from "./MarkdownField";
import { POINTS_MAX, POINTS_MIN, type QuestionDraft, toQuestion, withType } from "./rules";
import { t } from "./texts";

export interface QuestionFieldsProps {
  draft: QuestionDraft;
  onChange: (draft: QuestionDraft) => void;
  /** Problems found by the last save. */
  errors: Errors;
  textRef?: React.Ref<HTMLTextAreaElement>;
}

export function QuestionFields({ draft, onChange, errors, textRef }: QuestionFieldsProps) {
  const errorOf = reader(errors);
  const Form = FORMS[draft.type];
  const set = (changes: Partial<QuestionDraft>) => onChange({ ...draft, ...changes });
  const text = (
    <QuestionText draft={draft} error={errorOf("question")} textRef={textRef} onChange={onChange} />
  );
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_9rem_6rem]">
        <Field label={t("questionType")} className="max-sm:col-span-2" hint={hintOf(draft.type)}>
          <Select
            value={draft.type}
            onChange={(event) =>
              onChange(
                withType(draft, QUESTION_TYPES.find((type) => type === event.target.value) ?? draft.type),
              )
            }
            groups={QUESTION_GROUPS.map(({ group, types }) => ({
              label: groupLabel(group),
              options: types.map((type) => ({ value: type, label: kindLabel(type) })),
            }))}
          />
        </Field>
        <FormatField format={draft.format} error={errorOf("format")} onChange={(format) => set({ format })} />
        <Field label={t("points")} error={errorOf("points")}>
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
      {draft.type !== "coding" && text}
      {Form && (
        <Form
          // What a form found of one question is not about the next.
          key={draft.id}
          {...{ draft, errorOf, text }}
          written={() => toQuestion(draft)}
          onChange={set}
        />
      )}
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
        <Field label={t("question")} hint={strayGaps(draft.type, draft.question)} error={error} required>
          <MarkdownField
            ref={(element) => {
              field.current = element;
              if (typeof textRef === "function") textRef(element);
              else if (textRef) textRef.current = element;
            }}
            format={draft.format}
            rows={draft.format === "markdown" ? 6 : 3}
            value={draft.question}
            placeholder={t("enterQuestion")}
            onChange={set}
          />
        </Field>
      </GapProvider>
      {draft.type === "gaps" && gapIds(draft.question).length < GAPS_MAX && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="sm" icon={TextCursorInput} onClick={insertGap}>
            {t("insertGap")}
          </Button>
          {gapIds(draft.question).length === 0 && <span className="text-muted text-xs">{t("whereGap")}</span>}
        </div>
      )}
    </div>
  );
}
