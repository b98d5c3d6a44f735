import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchErrors } from "@/lib/error-focus";
import { Field } from "./Field";
import { Input } from "./Input";

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  // There is no layout here: all is in view.
  vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
  Element.prototype.scrollIntoView = vi.fn();
  watchErrors(document, stop.signal);
});
afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
});

/** Two fields; the second is wrong. The server's words come when `late` is called. */
function Form({ later }: { later?: Promise<void> }) {
  const [wrong, setWrong] = useState(false);
  const check = () => (later ? void later.then(() => setWrong(true)) : setWrong(true));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Field label="Name">
        <Input />
      </Field>
      <Field label="Email" error={wrong ? "Enter an address" : undefined}>
        <Input />
      </Field>
      <button type="submit">Save</button>
      <button type="button" onClick={check}>
        Add
      </button>
      <button type="button">Other</button>
    </form>
  );
}
const email = () => screen.getByLabelText("Email");

it.each(["Save", "Add"])("moves the focus to the first mistake that '%s' finds", async (name) => {
  render(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(email()).toHaveFocus());
  expect(email().scrollIntoView).toHaveBeenCalled();
});

it("goes back to a mistake that was left, and not for another button", async () => {
  render(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(email()).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Other" }));
  expect(screen.getByRole("button", { name: "Other" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(email()).toHaveFocus());
});

it("waits for the server's words, but not once one types on", async () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  render(<Form later={promise} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(screen.getByLabelText("Name"), "Ada");
  resolve();
  await waitFor(() => expect(email()).toBeInvalid());
  expect(screen.getByLabelText("Name")).toHaveFocus();
});
