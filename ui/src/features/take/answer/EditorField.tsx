import { useId } from "react";
import { limitWords, usedWords } from "@/features/question-kinds/answer/limit-labels";
import type { AnswerProps } from "@/features/question-kinds/answer/props";
import { Button } from "@/ui/Button";
import { CodeEditor, type EditorHandle } from "./CodeEditor";
import { type Findings, NO_FINDINGS } from "./line-marks";
import { t } from "./texts";
import { useFontSize } from "./useFontSize";

export interface EditorFieldProps extends AnswerProps {
  language: string;
  fits(source: string): boolean;
  findings?: Findings;
  editor: React.Ref<EditorHandle>;
}

/** The editor with its label, font size and hint. */
export function EditorField({
  answer,
  overLimit,
  onChange,
  fits,
  language,
  findings = NO_FINDINGS,
  editor,
}: EditorFieldProps) {
  const font = useFontSize();
  const id = useId();
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-center gap-1">
        <p id={`${id}-label`} className="flex-1 font-medium text-ink text-sm">
          {t("yourCode")}
        </p>
        <Button variant="ghost" size="sm" aria-label={t("smallerText")} onClick={font.smaller}>
          <span dir="ltr">{t("smaller")}</span>
        </Button>
        <Button variant="ghost" size="sm" aria-label={t("largerText")} onClick={font.larger}>
          <span dir="ltr">{t("larger")}</span>
        </Button>
      </div>
      <CodeEditor
        ref={editor}
        value={answer}
        language={language}
        labelledBy={`${id}-label`}
        describedBy={`${id}-hint`}
        onChange={onChange}
        fits={fits}
        findings={findings}
        fontSize={font.size}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-muted text-xs">
        <span className="pointer-coarse:hidden">{t("editorKeys")} </span>
        {usedWords(answer)}
      </p>
      {overLimit && (
        <p role="alert" className="mt-1.5 font-medium text-error text-xs">
          {limitWords()}
        </p>
      )}
    </>
  );
}
