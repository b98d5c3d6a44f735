import { RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { CodeMessage } from "@/api/types";

/** Marks the lines that the messages of a run name; an empty list removes all marks. */
export const markLines = StateEffect.define<CodeMessage[]>();

function decorations(messages: CodeMessage[], doc: Text): DecorationSet {
  const byLine = new Map<number, string[]>();
  for (const { line, text } of messages) {
    if (line <= doc.lines) byLine.set(line, [...(byLine.get(line) ?? []), text]);
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
