import { EditorView } from "@codemirror/view";
import { render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CodeEditor } from "./CodeEditor";

describe("the code editor", () => {
  it("holds no text that cannot be stored, and reports it", async () => {
    const onChange = vi.fn();
    const { container } = render(
      <CodeEditor
        ref={null}
        value="abc"
        language="Python"
        labelledBy="l"
        describedBy="d"
        messages={[]}
        fontSize={14}
        fits={(text) => text.length <= 5}
        onChange={onChange}
      />,
    );
    const view = EditorView.findFromDOM(container);
    view?.dispatch({ changes: { from: 3, insert: "d" } });
    view?.dispatch({ changes: { from: 4, insert: "efg" } });
    await Promise.resolve();
    expect(view?.state.doc.toString()).toBe("abcd");
    expect(onChange.mock.calls).toEqual([["abcd"], ["abcdefg"]]);
  });
});
