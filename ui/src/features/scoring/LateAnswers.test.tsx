import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, show } from "@/test/page";
import { LateAnswers } from "./LateAnswers";

const ACCEPT = "POST /api/admin/scoring/{submission_id}/late/accept";

const late = (answer: string, version: string) => ({
  ...sampled("LateAnswer"),
  question_id: "q1",
  question: "Why?",
  number: 2,
  answer,
  answer_text: undefined,
  version,
});

const detail = (...late_answers: ReturnType<typeof late>[]) => ({
  ...sampled("ScoringDetail"),
  submission_id: "s-1",
  late_answers,
});

const box = () => screen.getByRole("checkbox", { name: /Why\?/ });
const accept = () => screen.getByRole("button", { name: "Accept late answers" });

describe("late answers", () => {
  it("are accepted by the version that was read", async () => {
    const user = show(<LateAnswers detail={detail(late("first", "v1"), late("last", "v1"))} />);
    expect(screen.getByText("last")).toBeVisible();
    expect(screen.getByText("2. Why?"), "names its question").toBeVisible();
    expect(screen.queryByText("first")).toBeNull();
    await user.click(box());
    await user.type(screen.getByRole("textbox", { name: "Reason" }), " power cut ");
    await user.click(accept());
    await notice("1 late answer accepted");
    const body = { question_ids: ["q1"], versions: { q1: "v1" }, reason: "power cut" };
    expect(server.lastCall(ACCEPT).body).toEqual(body);
    expect(box()).not.toBeChecked();
  });

  it("are not accepted again after another person did", async () => {
    const by = "Kim Sato has accepted a late answer in the meantime. Please look at the answers again.";
    server.refuse(ACCEPT, 409, { detail: by, code: "changed_meanwhile", by: "Kim Sato" });
    const user = show(<LateAnswers detail={detail(late("last", "v1"))} />);
    await user.click(box());
    await user.type(screen.getByRole("textbox", { name: "Reason" }), "power cut");
    await user.click(accept());
    await notice(`Failed to accept the late answers: ${by}`);
    expect(box()).not.toBeChecked();
    expect(accept()).toBeDisabled();
  });
});
