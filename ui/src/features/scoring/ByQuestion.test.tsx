import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { ByQuestion } from "./ByQuestion";

it("questions to be scored say how far two markers agree on them", async () => {
  const asked = (question_id: string, question: string) => ({
    ...sampled("AskedQuestion"),
    question_id,
    question,
  });
  server.reply("GET /api/admin/scoring/by-question", 200, {
    questions: [asked("q-1", "Why queues?"), asked("q-2", "Why logs?")],
  });
  server.reply("GET /api/tests/{id}/agreement", 200, {
    agreed: 12,
    to_settle: 2,
    settled: 0,
    kappa: 0.5,
    questions: [{ question_id: "q-1", agreed: 12, answers: 14, kappa: 0.778 }],
  });
  show(<ByQuestion />, { at: "/admin?tab=scoring&test=t-1", route: "/admin" });
  expect(await screen.findByText("They agree on 12 of 14 answers, kappa 0.78 (substantial).")).toBeVisible();
  expect(screen.getByRole("button", { name: /Why logs/ })).not.toHaveTextContent("markers");
  await expectAccessible();
});
