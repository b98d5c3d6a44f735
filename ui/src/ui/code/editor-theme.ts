import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": {
    height: "var(--code-height, auto)",
    border: "1px solid var(--border-strong)",
    borderRadius: "8px",
    backgroundColor: "var(--background-secondary)",
    color: "var(--text)",
    fontSize: "var(--code-size, 14px)",
    overflow: "hidden",
  },
  "&.cm-focused": {
    outline: "none",
    borderColor: "var(--primary)",
    boxShadow: "0 0 0 3px color-mix(in oklab, var(--primary) 26%, transparent)",
  },
  ".cm-scroller": {
    fontFamily: "var(--font-mono, ui-monospace, monospace)",
    lineHeight: "1.5",
    maxHeight: "var(--code-max, max(22rem, 62vh))",
  },
  ".cm-content, .cm-gutter": { minHeight: "var(--code-min, 22rem)" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--background-accent)",
    color: "var(--text-muted)",
    border: "none",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { color: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--primary) 28%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in oklab, var(--primary) 18%, transparent)",
    outline: "1px solid var(--border-strong)",
  },
  ".cm-line.cm-markedLine": {
    backgroundColor: "color-mix(in oklab, var(--error) 14%, transparent)",
    boxShadow: "inset 3px 0 0 var(--error)",
  },
  ".cm-panels": { backgroundColor: "var(--background-accent)", color: "var(--text)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--border-strong)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in oklab, var(--warning) 30%, transparent)" },
  ".cm-searchMatch.cm-searchMatch-selected": { outline: "2px solid var(--warning)" },
  ".cm-textfield": {
    backgroundColor: "var(--background-secondary)",
    border: "1px solid var(--border-strong)",
    borderRadius: "6px",
    color: "var(--text)",
    fontSize: "14px",
  },
  ".cm-button": {
    background: "var(--background-secondary)",
    border: "1px solid var(--border-strong)",
    borderRadius: "6px",
    color: "var(--text)",
    fontSize: "14px",
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--primary)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--success)" },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: "var(--warning)" },
  { tag: [tags.comment, tags.meta], color: "var(--text-muted)", fontStyle: "italic" },
  {
    tag: [tags.definition(tags.variableName), tags.typeName, tags.className],
    color: "var(--text)",
    fontWeight: "600",
  },
]);

/** Editor theme built from the page's CSS variables, so that it follows a theme change. */
export const editorTheme = [look, syntaxHighlighting(colours)];
