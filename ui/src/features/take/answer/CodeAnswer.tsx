import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { limitWords, usedWords } from "@/features/question-kinds/answer/limit-labels";
import { limitPaste } from "@/features/question-kinds/answer/limit-paste";
import type { CodeProps } from "@/features/question-kinds/answer/props";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import type { TakeSession } from "../session/take-session";
import {
  type CodeText,
  fitsCode,
  inLanguage,
  languagesOf,
  readCode,
  starterOf,
  writeCode,
} from "./code-text";
import { Examples } from "./Examples";
import { codeEditor } from "./lazy-editor";
import { useScratch } from "./scratch";
import { t } from "./texts";

interface CodeAnswerProps extends CodeProps {
  /** Runs the code; absent in the practice. */
  session: TakeSession | undefined;
}

/** The code editor with its run, or a plain monospace field until it has loaded or where it cannot load. */
export const CodeAnswer = (props: CodeAnswerProps) => <Code key={props.question.id} {...props} />;

function Code({ question, session, answer, overLimit, onChange }: CodeAnswerProps) {
  const languages = languagesOf(question);
  // What was cleared stays clear, in the language that was chosen.
  const { scratch, keep } = useScratch(session?.token, question.id);
  const [blank, setBlank] = useState(() => starterOf(question, scratch.language));
  const code = readCode(question, answer, blank);
  const { language, source } = code;
  const write = (next: CodeText) => {
    setBlank({ language: next.language, source: "" });
    if (languages.length > 1 && next.language !== scratch.language) keep({ language: next.language });
    onChange(writeCode(question, next));
  };
  const edit = (text: string) => write({ language, source: text });
  const plain = useRef<HTMLDivElement>(null);
  const typing = useCallback(() => plain.current?.contains(document.activeElement) ?? false, []);
  const editor = codeEditor.use(typing);
  const task = useTask();
  const examples = <Examples question={question} />;
  const choice =
    languages.length > 1 ? (
      <Select
        aria-label={t("language")}
        className="max-w-44"
        options={languages.map((name) => ({ value: name, label: name }))}
        value={language}
        onChange={(event) => write(inLanguage(question, code, event.target.value))}
      />
    ) : languages.length === 1 ? (
      <p className="text-ink-2 text-sm">
        {t.rich("expectedLanguage", {
          language: <strong className="font-semibold text-ink">{language}</strong>,
        })}
      </p>
    ) : null;
  return (
    <div className="code-work">
      {task ? createPortal(examples, task) : examples}
      {/* Always here: one that is replaced when the editor arrives would lose what is being chosen. */}
      <div className="desk-choice mb-3">{choice}</div>
      {editor ? (
        <editor.CodeDesk
          key={question.id}
          {...{ session, overLimit, language, scratch }}
          onScratch={keep}
          answer={source}
          onChange={edit}
          fits={(text) => fitsCode(question, { language, source: text })}
          question_id={question.id}
          tests={question.tests ?? []}
        />
      ) : (
        <div ref={plain}>
          <Field label={t("yourCode")} hint={usedWords(source)} error={overLimit ? limitWords() : undefined}>
            <Textarea
              rows={16}
              dir="ltr"
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              className="font-mono"
              value={source}
              onPaste={limitPaste(edit)}
              onChange={(event) => edit(event.target.value)}
            />
          </Field>
        </div>
      )}
    </div>
  );
}

/** Where the question's text stands: examples belong below it. It scrolls beside the editor, by keyboard too. */
function useTask() {
  const [task, setTask] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const found = document.getElementById("question-task");
    if (found) found.tabIndex = 0;
    setTask(found);
  }, []);
  return task;
}
