import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "@/test/page";
import { Field } from "@/ui/Field";
import { MarkdownField } from "./MarkdownField";

function Form() {
  const [text, setText] = useState("We .");
  return (
    <Field label="Text">
      <MarkdownField format="markdown" value={text} onChange={setText} />
    </Field>
  );
}

it("keeps focus and place while its editor is loaded", async () => {
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
