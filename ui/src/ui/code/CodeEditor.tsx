import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
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
import { editorTheme } from "./editor-theme";
import { languageSupport } from "./languages";

interface CodeEditorProps {
  value: string;
  language: string;
  labelledBy: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  /** `input`: name of the input that changed the text, such as `input.paste`; absent of a text that does not fit. */
  onChange(value: string, input?: string): void;
  /** Whether a text can be stored. */
  fits?: (value: string) => boolean;
  /** Beside those of every editor; read once. */
  extensions?: Extension[];
  /** In pixels. */
  fontSize?: number;
  ref?: React.Ref<CodeEditorHandle>;
}

export interface CodeEditorHandle {
  view: EditorView | null;
}

/** Marks edits from another tab or the server, which must not be reported as typed. */
const fromOutside = Annotation.define<boolean>();

const inputOf = ({ transactions }: ViewUpdate) =>
  transactions.findLast(({ docChanged }) => docChanged)?.annotation(Transaction.userEvent) ?? "input";

const ANYTHING = () => true;
const NONE: Extension[] = [];

/** Monospace editor with line numbers and syntax highlighting: the one of candidates and of authors. */
export function CodeEditor({
  value,
  language,
  labelledBy,
  describedBy,
  invalid = false,
  onChange,
  fits = ANYTHING,
  extensions = NONE,
  fontSize = 14,
  ref,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const report = useRef(onChange);
  const initial = useRef(value);
  const isStorable = useRef(fits);
  const more = useRef(extensions);
  const wrong = useRef(new Compartment());
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
        more.current,
        search({ top: true }),
        keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        editorTheme,
        grammar.of([]),
        wrong.current.of([]),
        EditorView.contentAttributes.of({
          "aria-labelledby": labelledBy,
          ...(describedBy && { "aria-describedby": describedBy }),
          dir: "ltr",
        }),
        // Enforced inside the editor, so that its content always equals the stored text.
        EditorState.transactionFilter.of((change) => {
          if (!change.docChanged || change.annotation(fromOutside)) return change;
          const text = change.newDoc.toString();
          if (isStorable.current(text)) return change;
          queueMicrotask(() => report.current(text));
          return [];
        }),
        EditorView.updateListener.of((update) => {
          const typed = update.docChanged && !update.transactions.some((t) => t.annotation(fromOutside));
          if (typed) report.current(update.state.doc.toString(), inputOf(update));
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

  useEffect(() => {
    const mark = invalid ? EditorView.contentAttributes.of({ "aria-invalid": "true" }) : [];
    view.current?.dispatch({ effects: wrong.current.reconfigure(mark) });
  }, [invalid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of a line changes with the font
  useEffect(() => void view.current?.requestMeasure(), [fontSize]);

  useImperativeHandle(ref, () => ({
    get view() {
      return view.current;
    },
  }));

  return (
    <div
      ref={host}
      className="min-h-0 min-w-0 flex-1"
      style={{ "--code-size": `${fontSize}px` } as React.CSSProperties}
    />
  );
}
