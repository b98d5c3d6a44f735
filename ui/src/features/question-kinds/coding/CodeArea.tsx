import { useCallback, useId, useRef } from "react";
import { lazyModule } from "@/lib/lazy-module";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { t } from "./staff-texts";

/** Larger than the form: loaded with the first field for code. */
const codeEditor = lazyModule(() => import("@/ui/code/CodeEditor"));

interface CodeAreaProps {
  label: string;
  language: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** The editor that candidates have, or a plain field until it has loaded. */
export function CodeArea({ label, language, value, error, onChange }: CodeAreaProps) {
  const id = useId();
  const plain = useRef<HTMLDivElement>(null);
  const typing = useCallback(() => plain.current?.contains(document.activeElement) ?? false, []);
  const editor = codeEditor.use(typing);
  if (!editor)
    return (
      <div ref={plain}>
        <Field label={label} error={error}>
          <Textarea
            rows={6}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            className="font-mono"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      </div>
    );
  return (
    <div
      className="min-w-0 space-y-1.5"
      style={{ "--code-min": "8.5rem", "--code-max": "24rem" } as React.CSSProperties}
    >
      <p id={`${id}-label`} className="font-medium text-ink text-sm">
        {label}
      </p>
      <editor.CodeEditor
        {...{ value, language, onChange }}
        labelledBy={`${id}-label`}
        describedBy={`${id}-hint`}
        invalid={error !== undefined}
        fontSize={13}
      />
      <p id={`${id}-hint`} className={error ? "font-medium text-error text-xs" : "text-muted text-xs"}>
        {error ?? t("tabIndents")}
      </p>
    </div>
  );
}
