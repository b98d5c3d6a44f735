import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { type Call, server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { savedFiles, textOf } from "@/test/saved-file";
import { openTakePage, SAVE, START, saved, started } from "@/test/take";

const SUBMIT = "POST /api/submit-test/{token}";

afterEach(() => vi.restoreAllMocks());

/** The answers of a save, in whichever form they came. */
const answersOf = (call: Call<typeof SAVE>) => call.body?.answers ?? [];
const ids = started().questions.map(({ id }) => id);

/** Answers to the second question are not taken. */
async function write(reply: (call: Call<typeof SAVE>) => ReturnType<typeof saved>, text = "SELECT words") {
  server.reply(START, 200, started());
  server.reply(SAVE, 200, reply);
  const user = await openTakePage();
  await user.click(await screen.findByRole("button", { name: "Start Test" }));
  await user.click(await screen.findByRole("button", { name: "Proceed" }));
  await user.click(await screen.findByRole("button", { name: "Next" }));
  await user.type(screen.getByRole("textbox", { name: /answer/i }), text);
  return user;
}
const isSecond = (call: Call<typeof SAVE>) =>
  answersOf(call).some(({ question_id }) => question_id === ids[1]);
const named = () => screen.findByText(/not on the server\.$/, {}, { timeout: 20_000 });

it("names what the server refuses, keeps it, and offers it as a file, also after another answer was saved", async () => {
  const refusal = () =>
    Response.json(
      {
        code: "invalid",
        detail: "Too long.",
        request_id: "r-1",
        fields: { "answers[0].answer": "Too long." },
      },
      { status: 422 },
    );
  const user = await write((call) => {
    if (isSecond(call)) throw refusal();
    return saved(call);
  });
  const words = await named();
  expect(words).toHaveTextContent("Your answer to question 2 is not on the server.");
  // The browser of this test has no store.
  expect(words.parentElement).toHaveTextContent("The server refuses it: Too long. This page alone keeps it.");
  expect(screen.queryByText(/Saved on the server/)).toBeNull();
  await expectAccessible();

  const files = savedFiles();
  await user.click(screen.getByRole("button", { name: "Save answers to a file" }));
  const [file] = files;
  expect(file?.name).toBe("answers.json");
  expect(JSON.parse(await textOf(file?.blob ?? new Blob()))).toMatchObject({
    format: "invigil-answers/1",
    test: "Backend engineer",
    applicant: "Noor Haddad",
    attempt_key: server.lastCall(SAVE).headers.get("X-Attempt-Key"),
    answers: [{ question_id: ids[1], answer: "SELECT words" }],
  });

  await user.click(screen.getByRole("button", { name: "Previous" }));
  const [choice] = await screen.findAllByRole("radio");
  if (choice) await user.click(choice);
  await waitFor(() =>
    expect(
      server
        .calls(SAVE)
        .flatMap(answersOf)
        .map(({ question_id }) => question_id),
    ).toContain(ids[0]),
  );
  expect(await named()).toHaveTextContent("Your answer to question 2 is not on the server.");
  // Another text is another try.
  server.reply(SAVE, 200, saved);
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.type(screen.getByRole("textbox", { name: /answer/i }), " less");
  await waitFor(() => expect(screen.queryByText(/not on the server\.$/)).toBeNull(), { timeout: 10_000 });
  expect(screen.getAllByText(/Saved on the server/).length).toBeGreaterThan(0);
});

it("does not believe a reply that is about another answer, and says that something stops this one", async () => {
  await write((call) => (isSecond(call) ? { ...saved(call), acked: [] } : saved(call)));
  const words = await named();
  expect(words.parentElement).toHaveTextContent(
    "Something on the network stops it. This page alone keeps it, and the page keeps trying; you can go on and submit.",
  );
  expect(screen.queryByText(/Saved on the server/)).toBeNull();
  expect(server.calls(SUBMIT)).toEqual([]);
  // In its own time, without a press.
  server.reply(SAVE, 200, saved);
  window.dispatchEvent(new Event("online"));
  expect((await screen.findAllByText(/Saved on the server/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/not on the server\.$/)).toBeNull();
});
