import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** Events by which a person changes a text; the browser sends one of them before each change. */
const EVENTS = ["beforeinput", "keydown", "compositionend", "paste", "cut", "drop"] as const;
/** A change this much later, in ms, was not made by that input; nor was a second one. */
const FRESH_MS = 300;

/**
 * The editor reads what it holds from the page. Extensions that write there, such as those that mark or remove words, are
 * no input: what they did is undone.
 */
export function ownInput(): Extension {
  let last = Number.NEGATIVE_INFINITY;
  let announced = Number.NEGATIVE_INFINITY;
  const note = () => {
    last = performance.now();
    announced = last;
  };
  // The change of an input that was announced beforehand has been read by now: it must not allow another one.
  const noteAfterwards = () => {
    if (performance.now() - announced > FRESH_MS) last = performance.now();
  };
  return [
    ViewPlugin.define(({ contentDOM }) => {
      for (const event of EVENTS) contentDOM.addEventListener(event, note, { capture: true });
      contentDOM.addEventListener("input", noteAfterwards, { capture: true });
      return {
        destroy: () => {
          for (const event of EVENTS) contentDOM.removeEventListener(event, note, { capture: true });
          contentDOM.removeEventListener("input", noteAfterwards, { capture: true });
        },
      };
    }),
    EditorState.transactionFilter.of((change) => {
      if (!change.docChanged || !(change.isUserEvent("input") || change.isUserEvent("delete"))) return change;
      const own = performance.now() - last <= FRESH_MS;
      last = Number.NEGATIVE_INFINITY;
      const isRead = change.isUserEvent("input.type") || change.isUserEvent("delete");
      return own || !isRead ? change : [];
    }),
    EditorView.contentAttributes.of({ class: "notranslate" }),
  ];
}
