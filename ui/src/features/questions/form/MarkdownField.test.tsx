import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { show } from "@/test/page";

it("keeps focus and place while its editor is loaded", async () => {
  // Another test may have loaded the editor.
  vi.resetModules();
  const { MarkdownField } = await import("./MarkdownField");
  const { Field } = await import("@/ui/Field");
  function Form() {
    const [text, setText] = useState("We .");
    return (
      <Field label="Text">
        <MarkdownField format="markdown" value={text} onChange={setText} />
      </Field>
    );
  }
  const user = show(<Form />);
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" });
  const plain = field();
  plain.focus();
  plain.setSelectionRange(3, 3);
  await screen.findByRole("toolbar");
  expect(field()).not.toBe(plain);
  expect(field()).toHaveFocus();
  await user.keyboard("move");
  expect(field()).toHaveValue("We move.");
});
