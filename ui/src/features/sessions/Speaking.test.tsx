import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, queries, show } from "@/test/page";
import { Speaking } from "./Speaking";

const question = {
  ...sampled("ProctorQuestion"),
  id: "q-1",
  session_id: "s-1",
  text: "May I use a calculator?",
  answer: null,
  claimed_by: null,
  claimed_at: null,
  is_over: false,
};

it.each([true, false])("offers an answer to all to those who may answer all: %s", async (may_answer_all) => {
  server.reply("GET /api/sessions/{id}/questions", 200, [{ ...question, may_answer_all }]);
  server.reply("POST /api/questions-asked/{id}/claim", 200, question);
  const user = show(<Speaking session="s-1" mayAct mayAnnounce />);
  await user.click(await screen.findByRole("button", { name: "Answer" }));
  await screen.findByRole("textbox", { name: "Answer" });
  expect(screen.queryAllByRole("checkbox")).toHaveLength(may_answer_all ? 1 : 0);
  await expectAccessible();
});

/** Begins to answer the question. */
async function begin(text: string) {
  const client = queries();
  server.reply("GET /api/sessions/{id}/questions", 200, [question]);
  server.reply("POST /api/questions-asked/{id}/claim", 200, question);
  const user = show(<Speaking session="s-1" mayAct mayAnnounce />, { client });
  await user.click(await screen.findByRole("button", { name: "Answer" }));
  await user.type(await screen.findByRole("textbox", { name: "Answer" }), text);
  return { client, user };
}

it("adds a prepared reply to what was typed, and exchanges one for another", async () => {
  const { user } = await begin("Yes, on paper.");
  const field = screen.getByRole("textbox", { name: "Answer" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Prepared replies" }), "No.");
  expect(field).toHaveValue("Yes, on paper. No.");
  await user.clear(field);
  await user.selectOptions(screen.getByRole("combobox", { name: "Prepared replies" }), "Yes.");
  await user.selectOptions(screen.getByRole("combobox", { name: "Prepared replies" }), "No.");
  expect(field).toHaveValue("No.");
});

it("leaves what was typed where another proctor was faster", async () => {
  const { client, user } = await begin("Only the simple one.");
  const answer = { ...sampled("ProctorAnswer"), by: "Kim Sato", text: "No.", to: "one" as const };
  server.reply("GET /api/sessions/{id}/questions", 200, [{ ...question, answer }]);
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/^Your answer was not sent\./)).toBeVisible();
  const field = screen.getByRole("textbox", { name: "Answer" });
  expect(field).toHaveValue("Only the simple one.");
  expect(field).toHaveAttribute("readonly");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("textbox")).toBeNull();
});
