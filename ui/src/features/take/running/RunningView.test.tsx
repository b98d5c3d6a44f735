import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { openTakePage, START, started } from "@/test/take";

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

  it("returns the focus to the header when no question is chosen", async () => {
    const user = await run();
    await user.click(await button(/^All questions/));
    await screen.findByRole("dialog", { name: "Go to a question" });
    await user.keyboard("{Escape}");
    await waitFor(async () => expect(await button(/^All questions/)).toHaveFocus());
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
