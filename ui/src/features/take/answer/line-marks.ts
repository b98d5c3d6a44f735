import { RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { CodeMessage } from "@/api/types";
import { lineAfter } from "./line-after";

/** Messages of a run. */
export interface Findings {
  messages: CodeMessage[];
  /** The text that was run; undefined without messages. */
  source: string | undefined;
}

export const NO_FINDINGS: Findings = { messages: [], source: undefined };

/** Marks the lines that a run found fault with, instead of those of an earlier one. */
export const markLines = StateEffect.define<Findings>();

function decorations({ messages, source }: Findings, doc: Text): DecorationSet {
  const byLine = new Map<number, string[]>();
  const present = doc.toString();
  for (const { line: ran, text } of messages) {
    const line = source === undefined ? undefined : lineAfter(ran, source, present);
    if (line !== undefined && line <= doc.lines) byLine.set(line, [...(byLine.get(line) ?? []), text]);
  }
  const set = new RangeSetBuilder<Decoration>();
  for (const [line, texts] of [...byLine].sort(([a], [b]) => a - b)) {
    const at = doc.line(line).from;
    set.add(at, at, Decoration.line({ class: "cm-markedLine", attributes: { title: texts.join("\n") } }));
  }
  return set.finish();
}

/** The marks move with their lines. */
export const lineMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    const news = change.effects.find((effect) => effect.is(markLines));
    return news ? decorations(news.value, change.newDoc) : marks.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
