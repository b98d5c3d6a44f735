import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { openTakePage, START, started } from "@/test/take";

const button = (name: string | RegExp) => screen.findByRole("button", { name });

async function run(changes: object) {
  const reply = started();
  const questions = reply.questions.map((question, index) =>
    index < 2 ? { ...question, passage: "memo" } : question,
  );
  server.reply(START, 200, {
    ...reply,
    questions,
    passages: [{ id: "memo", title: "The memo", text: "We move to Oslo." }],
    ...changes,
  });
  const user = await openTakePage();
  await user.click(await button("Start Test"));
  await user.click(await button("Proceed"));
  await screen.findByRole("heading", { name: "Question 1" });
  return user;
}

it("shows a passage beside its questions, where it was left, and beside no other", async () => {
  const user = await run({});
  const passage = screen.getByRole("region", { name: "The memo" });
  expect(passage).toHaveTextContent("We move to Oslo.");
  await expectAccessible();
  passage.scrollTop = 40;
  await user.click(await button("Next"));
  await screen.findByRole("heading", { name: "Question 2" });
  expect(screen.getByRole("region", { name: "The memo" })).toBe(passage);
  await user.click(screen.getByRole("button", { name: "The memo" }));
  expect(screen.queryByRole("region", { name: "The memo" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "The memo" })).toHaveAttribute("aria-expanded", "false");
  await user.click(await button("Next"));
  await screen.findByRole("heading", { name: "Question 3" });
  expect(screen.queryByText("We move to Oslo.")).not.toBeInTheDocument();
  await user.click(await button("Previous"));
  const again = await button("The memo");
  expect(again).toHaveAttribute("aria-expanded", "false");
  await user.click(again);
});

it("shows the instructions of a section, and nothing of a later one before it is entered", async () => {
  const sections = [
    { title: "One", questions: 1, one_way: true, instructions: "Read first." },
    { title: "Two", questions: 2, instructions: "Then go on." },
  ];
  const reply = started();
  const questions = reply.questions.map((question, index) =>
    index > 0 ? { ...question, passage: "memo" } : question,
  );
  server.reply(START, 200, {
    ...reply,
    questions,
    passages: [{ id: "memo", text: "We move to Oslo." }],
    sections,
    entered: [],
  });
  const user = await openTakePage();
  await user.click(await button("Start Test"));
  await user.click(await button("Proceed"));
  const gate = within(await screen.findByRole("region", { name: "One" }));
  expect(gate.getByText("Read first.")).toBeVisible();
  expect(screen.queryByText("We move to Oslo.")).not.toBeInTheDocument();
  expect(screen.queryByText("Then go on.")).not.toBeInTheDocument();
  const begin = await button("Begin section 1");
  await waitFor(() => expect(begin).toBeEnabled(), { timeout: 3_000 });
  await user.click(begin);
  await screen.findByRole("heading", { name: "Question 1" });
  expect(screen.queryByText("We move to Oslo.")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Instructions of this section" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
});
