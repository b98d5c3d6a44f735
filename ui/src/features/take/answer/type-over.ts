import { EditorView } from "@codemirror/view";

/** There a keyboard composes, and expects the browser to insert its text. */
const isAndroid = () => navigator.userAgent.includes("Android");

/**
 * Replaces a selection by what is typed, instead of the browser: that would copy the colour of the first selected word
 * to the new text as an inline style, which the content security policy refuses with an error in the console.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const isTyped = event.inputType === "insertText" && event.data && event.cancelable;
    if (!isTyped || event.isComposing || view.compositionStarted || isAndroid()) return false;
    if (view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { scrollIntoView: true, userEvent: "input.type" });
    return true;
  },
});
