import { useCallback, useRef } from "react";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { OVER_LIMIT, usedWords } from "./limit-labels";
import { limitPaste } from "./limit-paste";
import { codeEditor } from "./load-editor";
import type { KindProps } from "./props";

/** The code editor with its run, or a plain monospace field until it has loaded or where it cannot load. */
export function CodeAnswer({ question, session, answer, overLimit, onChange }: KindProps) {
  const language = question.expected_language ?? "";
  const plain = useRef<HTMLDivElement>(null);
  const typing = useCallback(() => plain.current?.contains(document.activeElement) ?? false, []);
  const editor = codeEditor.use(typing);
  return (
    <div>
      {language && (
        <p className="mb-3 text-ink-2 text-sm">
          Expected language: <strong className="font-semibold text-ink">{language}</strong>
        </p>
      )}
      {editor ? (
        <editor.CodeDesk
          key={question.id}
          {...{ session, answer, overLimit, onChange, language }}
          question_id={question.id}
        />
      ) : (
        <div ref={plain}>
          <Field label="Your code" hint={usedWords(answer)} error={overLimit ? OVER_LIMIT : undefined}>
            <Textarea
              rows={16}
              dir="ltr"
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              className="font-mono"
              value={answer}
              onPaste={limitPaste(onChange)}
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
        </div>
      )}
    </div>
  );
}
