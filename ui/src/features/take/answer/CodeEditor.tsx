import { useEffect, useImperativeHandle, useRef } from "react";
import { type CodeEditorHandle, CodeEditor as Editor } from "@/ui/code/CodeEditor";
import { reportAs } from "../history/origin";
import { type Findings, lineMarks, markLines } from "./line-marks";
import { ownInput } from "./own-input";
import { typeOver } from "./type-over";

interface CodeEditorProps {
  value: string;
  language: string;
  labelledBy: string;
  describedBy: string;
  onChange(value: string): void;
  /** Whether a text can be stored. */
  fits(value: string): boolean;
  /** Marked at their lines until those change. */
  findings: Findings;
  /** In pixels. */
  fontSize: number;
  ref: React.Ref<EditorHandle>;
}

export interface EditorHandle {
  /** Shows a line, from 1, and moves the cursor to it. */
  goTo(line: number): void;
}

const own = () => [lineMarks, typeOver, ownInput()];

/** The editor of a candidate: reports how a text came, and takes input of the candidate alone. No completion, since this is an exam. */
export function CodeEditor({ onChange, findings, ref, ...rest }: CodeEditorProps) {
  const editor = useRef<CodeEditorHandle>(null);
  const extensions = useRef<ReturnType<typeof own>>(null);
  extensions.current ??= own();

  useEffect(() => editor.current?.view?.dispatch({ effects: markLines.of(findings) }), [findings]);

  useImperativeHandle(ref, () => ({
    goTo(line: number) {
      const view = editor.current?.view;
      if (!view) return;
      const { doc } = view.state;
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
  }));

  return (
    <Editor
      {...rest}
      ref={editor}
      extensions={extensions.current}
      onChange={(text, input) => (input ? reportAs(input, () => onChange(text)) : onChange(text))}
    />
  );
}
