import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
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
