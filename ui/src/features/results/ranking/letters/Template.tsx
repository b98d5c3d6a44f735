import { useRef } from "react";
import type { Draft } from "@/lib/useDraft";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { Textarea } from "@/ui/Textarea";
import { t } from "../texts";
import { inserted, PLACEHOLDERS, type Told, toldChoices } from "./labels";

const SUBJECT_MAX = 200;
const BODY_MAX = 5_000;

interface Props {
  decision: Told;
  onDecision: (decision: Told) => void;
  subject: Draft;
  body: Draft;
  errors: Record<string, string>;
}

export function Template({ decision, onDecision, subject, body, errors }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const at = field.current?.selectionStart ?? body.text.length;
    body.set(inserted(body.text, at, placeholder));
    field.current?.focus();
  };
  return (
    <div className="space-y-4">
      <RadioGroup
        label={t("whatTold")}
        value={decision}
        onChange={(value) => onDecision(value === "reject" ? "reject" : "shortlist")}
        options={toldChoices()}
        className="sm:[&]:grid sm:grid-cols-2"
      />
      <Field label={t("subject")} error={errors.subject}>
        <Input
          value={subject.text}
          maxLength={SUBJECT_MAX}
          onChange={(event) => subject.set(event.target.value)}
        />
      </Field>
      <div>
        <Field label={t("text")} error={errors.body} hint={t("plainText")}>
          <Textarea
            ref={field}
            rows={10}
            maxLength={BODY_MAX}
            value={body.text}
            onChange={(event) => body.set(event.target.value)}
          />
        </Field>
        <div className="mt-2 flex flex-wrap gap-2">
          {PLACEHOLDERS.map((placeholder) => (
            <Button key={placeholder} variant="secondary" size="sm" onClick={() => insert(placeholder)}>
              {t("insert", { placeholder })}
            </Button>
          ))}
        </div>
      </div>
    </div>
  );
}
