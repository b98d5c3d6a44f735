import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Question } from "@/api/questions";
import { questions } from "@/test/data";
import { expectAccessible, show } from "@/test/page";
import { SortableQuestions } from "./SortableQuestions";

function Page() {
  const [list, setList] = useState<Question[]>(questions);
  return (
    <SortableQuestions questions={list} onChange={setList}>
      {(question, index) => (
        <p data-testid="question">
          {index + 1}. {question.id}
        </p>
      )}
    </SortableQuestions>
  );
}

const shown = () => screen.getAllByTestId("question").map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole("button", { name });

it("moves questions by keyboard, keeps the focus and announces the new place", async () => {
  const user = show(<Page />);
  await expectAccessible();
  button("Move question 1 down").focus();
  await user.keyboard("{Enter}");
  expect(shown()).toEqual(["1. q-2", "2. q-1", "3. q-3"]);
  expect(button("Move question 2 down")).toHaveFocus();
  expect(screen.getByText("Question 1 is now question 2 of 3.")).toBeInTheDocument();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(shown()).toEqual(["1. q-2", "2. q-3", "3. q-1"]);
  expect(button("Move question 3 down")).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(shown()).toEqual(["1. q-2", "2. q-3", "3. q-1"]);
});
