// An error of the page during a test: what is shown again, in which order, and that nothing is waited for.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onMishap, reportMishap } from "@/lib/mishap";
import { server } from "@/test/mock-server";
import { openTakePage, START, started } from "@/test/take";

const SIGNALS = "POST /api/take-test/{token}/signals";

let failing: string | undefined;
const order: string[] = [];
/** Renders of a question fail until React has shown a part of the page that its content failed. */
const plant = (message: string) => {
  order.length = 0;
  failing = message;
};

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {
    if (failing) order.push("failed");
    failing = undefined;
  });
  const { includes } = Array.prototype;
  const ids = started().questions.map(({ id }) => id);
  vi.spyOn(Array.prototype, "includes").mockImplementation(function (this: unknown[], value, from) {
    if (failing && includes.call(ids, value)) throw new TypeError(failing);
    return includes.call(this, value, from);
  });
});
afterEach(() => vi.restoreAllMocks());

async function run() {
  // Errors that tests of other files left to the first page that listens.
  onMishap(() => undefined)();
  server.reply(START, 200, started());
  const user = await openTakePage();
  await user.click(await screen.findByRole("button", { name: "Start Test" }));
  await user.click(await screen.findByRole("button", { name: "Proceed" }));
  await screen.findByRole("heading", { name: "Question 1" });
  return user;
}

it("shows the question again before any timer, reply or promise, and reports the error once", async () => {
  const user = await run();
  await user.click(screen.getByRole("button", { name: "Next" }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /answer/i });
  await user.type(field, "Kept.");

  plant("planted in place");
  // Neither a timer nor a promise nor a reply can come within one step of the program.
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  if (screen.queryByRole("heading", { name: "Question 1" })) order.push("shown");
  expect(order).toEqual(["failed", "shown"]);
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("textbox", { name: /answer/i })).toHaveValue("Kept.");

  const errors = () =>
    server
      .calls(SIGNALS)
      .flatMap(({ body }) => body.signals)
      .filter(({ kind }) => kind === "page_error");
  await waitFor(() => expect(errors()).toMatchObject([{ detail: "TypeError: planted in place" }]));
  plant("planted in place");
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(order).toEqual(["failed"]);
  expect(screen.getByRole("heading", { name: "Question 1" })).toBeInTheDocument();
  act(() => reportMishap(new TypeError("another")));
  await waitFor(() => expect(errors()).toHaveLength(2));
  expect(errors()[1]).toMatchObject({ detail: "TypeError: another" });
});
