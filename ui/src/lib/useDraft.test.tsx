import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useDraft } from "./useDraft";

function Note({ saved, version }: { saved: string; version: number }) {
  const draft = useDraft("note of a test", saved, version);
  return (
    <>
      <textarea aria-label="Note" value={draft.text} onChange={(event) => draft.set(event.target.value)} />
      <output>{draft.since}</output>
      <button type="button" onClick={draft.rebase}>
        Theirs
      </button>
    </>
  );
}

it("knows the version that was read when the typing began", async () => {
  const user = userEvent.setup();
  const page = render(<Note saved="" version={1} />);
  await user.type(screen.getByLabelText("Note"), "Mine");
  page.rerender(<Note saved="Theirs" version={2} />);
  await user.type(screen.getByLabelText("Note"), "!");
  expect(screen.getByLabelText("Note")).toHaveValue("Mine!");
  expect(screen.getByRole("status")).toHaveTextContent("1");
  await user.click(screen.getByRole("button", { name: "Theirs" }));
  page.rerender(<Note saved="Theirs" version={2} />);
  expect(screen.getByRole("status")).toHaveTextContent("2");
  await user.clear(screen.getByLabelText("Note"));
  await user.type(screen.getByLabelText("Note"), "Theirs");
  page.rerender(<Note saved="Theirs" version={3} />);
  expect(screen.getByRole("status")).toHaveTextContent("3");
});
