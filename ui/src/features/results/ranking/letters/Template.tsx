import { useRef } from "react";
import type { Draft } from "@/lib/useDraft";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { Textarea } from "@/ui/Textarea";
import { inserted, PLACEHOLDERS, TOLD, type Told } from "./labels";

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
        label="What they are told"
        value={decision}
        onChange={(value) => onDecision(value === "reject" ? "reject" : "shortlist")}
        options={TOLD}
        className="sm:[&]:grid sm:grid-cols-2"
      />
      <Field label="Subject" error={errors.subject}>
        <Input
          value={subject.text}
          maxLength={SUBJECT_MAX}
          onChange={(event) => subject.set(event.target.value)}
        />
      </Field>
      <div>
        <Field label="Text" error={errors.body} hint="Plain text. Scores are never sent.">
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
              Insert {placeholder}
            </Button>
          ))}
        </div>
      </div>
    </div>
  );
}
