import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import SharedPage from "./SharedPage";

const asked = (id: string, answer: string, earned: number | null = 1) => ({
  question: { id, type: "essay" as const, question: `Question ${id}?`, points: 2 },
  answer,
  score: { earned },
});
const result = (applicant_name: string, answers: ReturnType<typeof asked>[]) => ({
  applicant_name,
  started_at: "2026-03-02T09:00:00Z",
  submitted_at: "2026-03-02T09:30:00Z",
  answers,
});

function open(...results: ReturnType<typeof result>[]) {
  server.reply("GET /api/shares/{token}", 200, { ...sampled("Shared"), test_title: "Operations", results });
  show(<SharedPage />, { at: "/shared/tok-1", route: "/shared/:token" });
}

it("shows a question that all were asked once, with the answers side by side in the order of the names", async () => {
  open(
    result("Ann", [asked("a", "From Ann"), asked("b", "More of Ann", null)]),
    result("Ben", [asked("b", ""), asked("a", "From Ben", 2)]),
  );
  const [first, second] = await screen.findAllByRole("listitem");
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Ann",
    "Ben",
  ]);
  expect(screen.getAllByText("Question a?")).toHaveLength(1);
  expect(first).toHaveTextContent(/Ann1 of 2 pointsFrom AnnBen2 of 2 pointsFrom Ben/);
  expect(second).toHaveTextContent(/Annnot scored yetMore of AnnBen1 of 2 pointsNo answer/);
  await expectAccessible();
});

it("shows each result with its own questions where they were asked others", async () => {
  open(result("Ann", [asked("a", "From Ann")]), result("Ben", [asked("c", "From Ben")]));
  const [ann, ben] = await screen.findAllByRole("article");
  expect(within(ann as HTMLElement).getByText("Question a?")).toBeVisible();
  expect(within(ben as HTMLElement).getByText("Question c?")).toBeVisible();
});
