import { useCallback, useId, useRef } from "react";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { OVER_LIMIT, usedWords } from "./limit-labels";
import { codeEditor } from "./load-editor";
import type { AnswerProps } from "./props";

interface CodeAnswerProps extends AnswerProps {
  language: string;
}

/** The code editor, or a plain monospace field until it has loaded or where it cannot load. */
export function CodeAnswer({ answer, overLimit, onChange, language }: CodeAnswerProps) {
  const plain = useRef<HTMLDivElement>(null);
  const typing = useCallback(() => plain.current?.contains(document.activeElement) ?? false, []);
  const editor = codeEditor.use(typing);
  const id = useId();
  const error = overLimit ? OVER_LIMIT : undefined;
  return (
    <div>
      {language && (
        <p className="mb-3 text-ink-2 text-sm">
          Expected language: <strong className="font-semibold text-ink">{language}</strong>
        </p>
      )}
      {editor ? (
        <>
          <p id={`${id}-label`} className="mb-1.5 font-medium text-ink text-sm">
            Your code
          </p>
          <editor.CodeEditor
            value={answer}
            language={language}
            labelledBy={`${id}-label`}
            describedBy={`${id}-hint`}
            onChange={onChange}
          />
          <p id={`${id}-hint`} className="mt-1.5 text-muted text-xs">
            Tab indents. To leave the editor, press Escape and then Tab. {usedWords(answer)}
          </p>
          {error && (
            <p role="alert" className="mt-1.5 font-medium text-error text-xs">
              {error}
            </p>
          )}
        </>
      ) : (
        <div ref={plain}>
          <Field label="Your code" hint={usedWords(answer)} error={error}>
            <Textarea
              rows={16}
              dir="ltr"
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              className="font-mono"
              value={answer}
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
        </div>
      )}
    </div>
  );
}
