import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { openTakePage, SAVE, START, started } from "@/test/take";

const ASK = "POST /api/take-test/{token}/questions";
const SUBMIT = "POST /api/submit-test/{token}";

const button = (name: string | RegExp) => screen.findByRole("button", { name });

/** A running test; the simulated browser has no camera. */
async function run() {
  server.reply(START, 200, started());
  const user = await openTakePage();
  await user.click(await button("Start Test"));
  await user.click(await button("Proceed"));
  await screen.findByRole("heading", { name: "Question 1" });
  return user;
}

describe("the running test", () => {
  it("opens its questions from the header, and moves the focus to the chosen one", async () => {
    const user = await run();
    await user.click(await button(/^All questions/));
    const dialog = within(await screen.findByRole("dialog", { name: "Go to a question" }));
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: /^Question 2/ }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Question 2" })).toHaveFocus());
  });

  it("asks the proctor under a key that a page without a secure connection can make, too", async () => {
    const user = await run();
    await user.click(await button("Ask the proctor"));
    await user.type(screen.getByRole("textbox", { name: "Your question" }), "May I?");
    await user.click(await button("Send question"));
    await waitFor(() => expect(server.lastCall(ASK).body).toMatchObject({ text: "May I?" }));
    // `crypto.randomUUID`, which there is on secure pages alone, has hyphens.
    expect(server.lastCall(ASK).body?.client_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it("returns the focus to the header when no question is chosen", async () => {
    const user = await run();
    await user.click(await button(/^All questions/));
    await screen.findByRole("dialog", { name: "Go to a question" });
    await user.keyboard("{Escape}");
    await waitFor(async () => expect(await button(/^All questions/)).toHaveFocus());
  });

  it("asks before every submit, also when all is answered, and not where a double click or a held key falls", async () => {
    const one = started().questions.slice(0, 1);
    const id = one[0]?.id ?? "";
    const answers = [{ question_id: id, answer: "200", seq: 1, saved_at: new Date().toISOString() }];
    server.reply(START, 200, { ...started(), questions: one, answers });
    const user = await openTakePage();
    await user.click(await button("Start Test"));
    await user.click(await button("Proceed"));
    const send = await button("Submit Test");
    await waitFor(() => expect(send).toBeEnabled(), { timeout: 3_000 });
    await user.dblClick(send);
    const dialog = within(await screen.findByRole("dialog", { name: "Submit your test?" }));
    expect(screen.getByRole("dialog")).toHaveAccessibleDescription(
      /^Every question has an answer\. After submitting you cannot change anything\. ?Time left: 0:4\d:\d\d/,
    );
    const confirm = dialog.getByRole("button", { name: "Submit Test" });
    expect(confirm).toBeDisabled();
    await user.click(confirm);
    dialog.getByRole("button", { name: "Close" }).blur();
    await user.keyboard("{Enter>20/}");
    expect(server.calls(SUBMIT)).toEqual([]);
    await expectAccessible();
    await waitFor(() => expect(confirm).toBeEnabled(), { timeout: 3_000 });
    await user.click(confirm);
    await waitFor(() => expect(server.calls(SUBMIT)).toHaveLength(1));
  });

  it("says before the submit which answers would come late", async () => {
    const detail = "This answer is refused.";
    server.refuse(SAVE, 413, { detail });
    const user = await run();
    await user.click(await button("Next"));
    await user.type(await screen.findByRole("textbox"), "The only copy");
    await screen.findByText(/^Your answer to question 2 is not on the server\.$/, {}, { timeout: 5_000 });
    await user.click(await button("Next"));
    const send = await button("Submit Test");
    await waitFor(() => expect(send).toBeEnabled(), { timeout: 3_000 });
    await user.click(send);
    const dialog = await screen.findByRole("dialog", { name: "Submit with unanswered questions?" });
    expect(dialog).toHaveAccessibleDescription(
      /Your answer to question 2 is not on the server\. If you submit now, it becomes a late answer, which a reviewer decides on\./,
    );
    await expectAccessible();
  });

  it("keeps diagnostics in a menu", async () => {
    const user = await run();
    expect(screen.queryByText("Debug info")).not.toBeInTheDocument();
    await user.click(await button("More"));
    await user.click(await screen.findByRole("menuitem", { name: "Debug info" }));
    const dialog = await screen.findByRole("dialog", { name: "Debug info" });
    expect(dialog).toHaveTextContent("Not sent yet");
    await expectAccessible();
    await user.keyboard("{Escape}");
    await waitFor(async () => expect(await button("More")).toHaveFocus());
  });
});
