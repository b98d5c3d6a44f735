import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { started } from "@/test/take";
import { newStore } from "../session/state";
import type { TakeSession } from "../session/take-session";
import { TakeProvider } from "../useTake";
import { PlainView } from "./PlainView";

it.each([
  ["Submit the test? You cannot change your answers afterwards.", { "q-1": "201" }],
  ["Submit the test, with 1 unanswered question? You cannot change your answers afterwards.", {}],
])("asks: %s", async (words, answers: Record<string, string>) => {
  const store = newStore();
  store.setState({ questions: started().questions.slice(0, 1), answers });
  const submit = vi.fn();
  const session = { store, submit, secondsLeft: () => 60 } as unknown as TakeSession;
  const confirm = vi.spyOn(window, "confirm").mockReturnValue(true);
  render(
    <TakeProvider value={session}>
      <PlainView />
    </TakeProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Submit Test" }));
  expect(confirm).toHaveBeenCalledWith(words);
  expect(submit).toHaveBeenCalledOnce();
  confirm.mockRestore();
});
