import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CandidateQuestion } from "@/api/types";
import { server } from "@/test/mock-server";
import { TakeSession } from "../session/take-session";

const question: CandidateQuestion = {
  id: "q-1",
  type: "coding",
  question: "Add.",
  points: 1,
  languages: ["Python", "Java"],
};
const onChange = vi.fn();

/** The page after a load: nothing but the storage is left of the one before. */
async function load(token = "tok-1") {
  cleanup();
  vi.resetModules();
  const { CodeAnswer } = await import("./CodeAnswer");
  const show = (shown: CandidateQuestion) => (
    <CodeAnswer
      question={shown}
      session={new TakeSession(token)}
      answer=""
      overLimit={false}
      onChange={onChange}
    />
  );
  const { rerender } = render(show(question));
  return { goTo: (id: string) => rerender(show({ ...question, id })) };
}

const language = () => screen.getByRole("combobox", { name: "Language" });
const input = () => screen.findByRole("textbox", { name: "Input" });

beforeEach(() => {
  sessionStorage.clear();
  server.reply("GET /api/take-test/{token}/runs", 200, {
    languages: question.languages ?? [],
    starting: false,
    latest: null,
  });
  onChange.mockClear();
});
afterEach(() => void vi.restoreAllMocks());

it("keeps language and input of each question over a reload, and leaves the answer blank", async () => {
  const user = userEvent.setup();
  await load();
  await user.selectOptions(language(), "Java");
  await user.type(await input(), "5 7");
  const { goTo } = await load();
  expect(language()).toHaveValue("Java");
  expect(await input()).toHaveValue("5 7");
  goTo("q-2");
  expect(language()).toHaveValue("Python");
  expect(await input()).toHaveValue("");
  expect(onChange.mock.calls.every(([answer]) => answer === "")).toBe(true);
  await load("tok-2");
  expect(language()).toHaveValue("Python");
});

it("keeps them in memory where the browser stores nothing", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full.", "QuotaExceededError");
  });
  const user = userEvent.setup();
  const { goTo } = await load();
  await user.selectOptions(language(), "Java");
  await user.type(await input(), "5");
  goTo("q-2");
  goTo("q-1");
  expect(language()).toHaveValue("Java");
  expect(await input()).toHaveValue("5");
});

it("ignores what it cannot read", async () => {
  for (const text of ["{", "[1]", '{"q-1": {"language": 7}}', "null"]) {
    sessionStorage.setItem("invigil_scratch:tok-1", text);
    await load();
    expect(language()).toHaveValue("Python");
  }
});
