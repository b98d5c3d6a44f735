import { undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { cleanup, render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CodeEditor } from "./CodeEditor";
import { type Findings, NO_FINDINGS } from "./line-marks";

interface Shown {
  value: string;
  findings?: Findings;
  fits?(text: string): boolean;
  onChange?(text: string): void;
}

function open({ value, findings = NO_FINDINGS, fits = () => true, onChange = () => undefined }: Shown) {
  const { container } = render(
    <CodeEditor
      ref={null}
      {...{ value, findings, fits, onChange }}
      language="Python"
      labelledBy="l"
      describedBy="d"
      fontSize={14}
    />,
  );
  return { container, view: EditorView.findFromDOM(container) };
}

describe("the code editor", () => {
  it("holds no text that cannot be stored, and reports it", async () => {
    const onChange = vi.fn();
    const { view } = open({ value: "abc", fits: (text) => text.length <= 5, onChange });
    view?.dispatch({ changes: { from: 3, insert: "d" } });
    view?.dispatch({ changes: { from: 4, insert: "efg" } });
    await Promise.resolve();
    expect(view?.state.doc.toString()).toBe("abcd");
    expect(onChange.mock.calls).toEqual([["abcd"], ["abcdefg"]]);
  });

  it("types over a selection itself, as one step that can be undone, and leaves compositions to the browser", () => {
    const onChange = vi.fn();
    const { view } = open({ value: "def f", onChange });
    const input = (more: InputEventInit) => {
      const event = new InputEvent("beforeinput", { cancelable: true, bubbles: true, data: "x", ...more });
      view?.contentDOM.dispatchEvent(event);
      return event.defaultPrevented;
    };
    view?.dispatch({ selection: { anchor: 0, head: 3 } });
    expect(input({ inputType: "insertCompositionText", isComposing: true })).toBe(false);
    expect(input({ inputType: "insertText" })).toBe(true);
    expect(view?.state.doc.toString()).toBe("x f");
    expect(view?.state.selection.main.head).toBe(1);
    expect(onChange.mock.calls).toEqual([["x f"]]);
    // Without a selection the browser copies no style.
    expect(input({ inputType: "insertText" })).toBe(false);
    if (view) undo(view);
    expect(view?.state.doc.toString()).toBe("def f");
  });

  it("takes one change for each input of a person, and none that others make", () => {
    const { view } = open({ value: "" });
    const sends = (...types: string[]) => {
      for (const type of types) view?.contentDOM.dispatchEvent(new InputEvent(type, { bubbles: true }));
    };
    const write = (insert: string, userEvent = "input.type") =>
      view?.dispatch({ changes: { from: 0, insert }, userEvent });
    const text = () => view?.state.doc.toString();
    // The browser fires an event before the change and one after it.
    sends("beforeinput");
    write("a");
    sends("input");
    write("x");
    expect(text()).toBe("a");
    sends("beforeinput", "input");
    write("b");
    write("x");
    expect(text()).toBe("ba");
    // Scripts that type for a person fire the one after it alone.
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);
    sends("input");
    write("c");
    write("x");
    expect(text()).toBe("cba");
    sends("paste");
    write("d", "input.paste");
    write("x");
    expect(text()).toBe("dcba");
    vi.restoreAllMocks();
  });

  it("marks the lines that the run found, also when it is opened again with a changed text", () => {
    const findings = { messages: [{ line: 2, column: 1, text: "no name" }], source: "a\nfault\nb" };
    const marked = (value: string) => {
      const { container } = open({ value, findings });
      const lines = [...container.querySelectorAll(".cm-markedLine")].map(({ textContent }) => textContent);
      cleanup();
      return lines;
    };
    expect(marked(findings.source)).toEqual(["fault"]);
    expect(marked(`1\n2\n${findings.source}`)).toEqual(["fault"]);
    expect(marked("a\nmended\nb")).toEqual([]);
    expect(marked("all\nof\nit\nis\nnew")).toEqual([]);
  });

  it("keeps the marks at their lines while text is typed", () => {
    const findings = { messages: [{ line: 2, column: 1, text: "no name" }], source: "a\nfault\nb" };
    const { container, view } = open({ value: findings.source, findings });
    view?.dispatch({ changes: { from: 0, insert: "new\n" } });
    expect(container.querySelector(".cm-markedLine")).toHaveTextContent("fault");
  });
});
