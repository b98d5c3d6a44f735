import { useState } from "react";
import { t } from "@/features/question-kinds/staff-texts";
import { namesInvisible } from "@/lib/invisible";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { blankChoice } from "../form/choices";
import type { ErrorOf } from "../form/problem";
import { Rows } from "../form/Rows";
import { ACCEPTED_MAX, type TextDraft } from "./key";

interface TextFormProps {
  text: TextDraft;
  errorOf: ErrorOf;
  onChange: (text: TextDraft) => void;
}

export function TextForm({ text, errorOf, onChange }: TextFormProps) {
  const set = (changes: Partial<TextDraft>) => onChange({ ...text, ...changes });
  const [hadPattern] = useState(text.pattern !== "");
  const refused = errorOf("pattern") !== undefined;
  return (
    <div className="space-y-4">
      <Rows
        legend={t("acceptedAnswers")}
        one={t("oneAnswer")}
        rows={text.accepted}
        min={1}
        max={ACCEPTED_MAX}
        blank={blankChoice}
        error={errorOf("accepted")}
        onChange={(accepted) => set({ accepted })}
      >
        {(row, number, change) => (
          <Input
            aria-label={t("acceptedAnswer", { number })}
            placeholder={t("acceptedAnswer", { number })}
            value={row.text}
            onChange={(event) => change({ ...row, text: event.target.value })}
          />
        )}
      </Rows>
      <div>
        <Checkbox
          label={t("caseMatters")}
          checked={text.case_sensitive}
          onChange={(event) => set({ case_sensitive: event.target.checked })}
        />
        <Checkbox
          label={t("spacesMatter")}
          checked={text.space_sensitive}
          onChange={(event) => set({ space_sensitive: event.target.checked })}
        />
      </div>
      {/* Remounted when an error appears, so that it is seen. */}
      <details
        key={refused ? "refused" : "quiet"}
        open={refused || hadPattern}
        className="rounded-control border border-line"
      >
        <summary className="cursor-pointer px-4 py-2.5 font-medium text-sm">{t("patternFold")}</summary>
        <div className="border-line border-t p-4">
          <Field
            label={t("pattern")}
            hint={namesInvisible(text.pattern) ? t("patternInvisible") : t("patternHint")}
            error={errorOf("pattern")}
          >
            <Input
              dir="ltr"
              spellCheck={false}
              autoCapitalize="off"
              className="font-mono"
              value={text.pattern}
              placeholder="(the )?big apple"
              onChange={(event) => set({ pattern: event.target.value })}
            />
          </Field>
        </div>
      </details>
    </div>
  );
}
