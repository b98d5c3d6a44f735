import { useQueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { candidateAnswer } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { TryCopy } from "./TryCopy";
import { submissionTarget } from "./targets";

const TRY = "POST /api/admin/scoring/{submission_id}/answer/{answer_id}/try";

function open() {
  const answer = candidateAnswer({
    question_type: "coding",
    expected_language: "Python",
    answer: "print(1)",
    answer_text: undefined,
  });
  function Page() {
    return (
      <TryCopy answer={answer} target={submissionTarget(useQueryClient(), answer.submission_id, answer.id)} />
    );
  }
  return show(<Page />);
}

const tried = (verdicts: ("AC" | "WA")[]) => ({
  language: "Python",
  verdict: verdicts.every((verdict) => verdict === "AC") ? ("AC" as const) : ("WA" as const),
  note: "",
  compiler: "",
  tests: verdicts.map((verdict) => ({ verdict, cpu_ms: 12, memory_kb: 9_000 })),
});

describe("a copy of an answer", () => {
  it("is changed and run on all tests, again and again", async () => {
    const user = open();
    await user.click(screen.getByRole("button", { name: "Edit a copy" }));
    const copy = screen.getByRole("region", { name: "Copy of the answer" });
    const code = within(copy).getByRole("textbox", { name: "Copy of the code" });
    expect(code).toHaveValue("print(1)");
    await user.clear(code);
    await user.type(code, "print(2)");
    server.reply(TRY, 200, () => tried(["AC", "WA"]));
    await user.click(within(copy).getByRole("button", { name: "Run all tests" }));
    expect(await within(copy).findByText("1 of 2 tests passed")).toBeVisible();
    expect(within(copy).getByText("Wrong answer")).toBeVisible();
    expect(server.lastCall(TRY).body).toEqual({ source: "print(2)", language: "Python" });
    await expectAccessible();
  });

  it("says why it could not be run, and is closed without a trace", async () => {
    const user = open();
    await user.click(screen.getByRole("button", { name: "Edit a copy" }));
    const sentence = "There is no code runner at the moment.";
    server.reply(TRY, 503, () => ({ code: "no_runner" as const, detail: sentence, request_id: "r" }));
    await user.click(screen.getByRole("button", { name: "Run all tests" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "Copy of the answer" })).toBeNull();
    expect(screen.getByRole("button", { name: "Edit a copy" })).toBeVisible();
  });
});
