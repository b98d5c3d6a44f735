import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** Events by which a person changes a text; the browser sends one of them before each change. */
const EVENTS = ["beforeinput", "input", "keydown", "compositionend", "paste", "cut", "drop"] as const;
/** A change this much later, in ms, was not made by that input; nor was a second one. */
const FRESH_MS = 300;

/**
 * The editor reads what it holds from the page. Extensions that write there, such as those that mark or remove words, are
 * no input: what they did is undone.
 */
export function ownInput(): Extension {
  let last = Number.NEGATIVE_INFINITY;
  const note = () => {
    last = performance.now();
  };
  return [
    ViewPlugin.define(({ contentDOM }) => {
      for (const event of EVENTS) contentDOM.addEventListener(event, note, { capture: true });
      return {
        destroy: () => {
          for (const event of EVENTS) contentDOM.removeEventListener(event, note, { capture: true });
        },
      };
    }),
    EditorState.transactionFilter.of((change) => {
      const typed = change.isUserEvent("input.type") || change.isUserEvent("delete");
      if (!change.docChanged || !typed) return change;
      const own = performance.now() - last <= FRESH_MS;
      last = Number.NEGATIVE_INFINITY;
      return own ? change : [];
    }),
    EditorView.contentAttributes.of({ class: "notranslate" }),
  ];
}
