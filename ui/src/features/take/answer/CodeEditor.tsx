import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import { useEffect, useImperativeHandle, useRef } from "react";
import { pageNonce } from "@/lib/nonce";
import { reportAs } from "../history/origin";
import { editorTheme } from "./editor-theme";
import { languageSupport } from "./languages";
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

/** Marks edits from another tab or the server, which must not be reported as typed. */
const fromOutside = Annotation.define<boolean>();

/** Name of the input that changed the text, such as `input.paste`. */
const inputOf = ({ transactions }: ViewUpdate) =>
  transactions.findLast(({ docChanged }) => docChanged)?.annotation(Transaction.userEvent) ?? "input";

/** Monospace editor with line numbers and syntax highlighting; no completion, since this is an exam. */
export function CodeEditor({
  value,
  language,
  labelledBy,
  describedBy,
  onChange,
  fits,
  findings,
  fontSize,
  ref,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const report = useRef(onChange);
  const initial = useRef(value);
  const isStorable = useRef(fits);
  report.current = onChange;
  isStorable.current = fits;
  initial.current = value;

  useEffect(() => {
    if (!host.current) return;
    const nonce = pageNonce();
    const grammar = new Compartment();
    const made = new EditorView({
      parent: host.current,
      doc: initial.current,
      extensions: [
        nonce ? EditorView.cspNonce.of(nonce) : [],
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        lineMarks,
        typeOver,
        ownInput(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        editorTheme,
        grammar.of([]),
        EditorView.contentAttributes.of({
          "aria-labelledby": labelledBy,
          "aria-describedby": describedBy,
          dir: "ltr",
        }),
        // Enforced inside the editor, so that its content always equals the stored answer.
        EditorState.transactionFilter.of((change) => {
          if (!change.docChanged || change.annotation(fromOutside)) return change;
          const text = change.newDoc.toString();
          if (isStorable.current(text)) return change;
          queueMicrotask(() => report.current(text));
          return [];
        }),
        EditorView.updateListener.of((update) => {
          const typed = update.docChanged && !update.transactions.some((t) => t.annotation(fromOutside));
          if (typed) reportAs(inputOf(update), () => report.current(update.state.doc.toString()));
        }),
      ],
    });
    view.current = made;
    void languageSupport(language).then((support) => {
      if (support && view.current === made) made.dispatch({ effects: grammar.reconfigure(support) });
    });
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [language, labelledBy, describedBy]);

  useEffect(() => {
    const current = view.current;
    if (!current) return;
    const shown = current.state.doc.toString();
    if (shown === value) return;
    current.dispatch({
      changes: { from: 0, to: shown.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  useEffect(() => view.current?.dispatch({ effects: markLines.of(findings) }), [findings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of a line changes with the font
  useEffect(() => view.current?.requestMeasure(), [fontSize]);

  useImperativeHandle(ref, () => ({
    goTo(line: number) {
      const current = view.current;
      if (!current) return;
      const at = current.state.doc.line(Math.min(Math.max(line, 1), current.state.doc.lines)).from;
      current.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      current.focus();
    },
  }));

  return (
    <div ref={host} className="min-w-0" style={{ "--code-size": `${fontSize}px` } as React.CSSProperties} />
  );
}
